// Regular expressions of POSIX (extended), over bytes that may hold NUL.
#ifndef VERSIONS_PATTERN_H
#define VERSIONS_PATTERN_H

#include <stddef.h>

struct versions_pattern;

/// Compiles an expression, characters being those of UTF-8; `^` and `$` match at lines. Null with the reason in
/// `message`, which is always ended by NUL, where it is wrong.
struct versions_pattern *versions_pattern_compile(
    const char *expression, char *message, size_t message_size);

/// Whether the expression matches anywhere in the bytes: 1, 0, or -1 where memory ran out.
int versions_pattern_occurs(
    const struct versions_pattern *pattern, const void *bytes, size_t count);

void versions_pattern_free(struct versions_pattern *pattern);

#endif
