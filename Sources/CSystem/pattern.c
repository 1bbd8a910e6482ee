#include "include/pattern.h"

#include <limits.h>
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

struct versions_pattern {
  regex_t expression;
  // Where characters are those of UTF-8, whatever the environment says; 0 where there is none.
  locale_t characters;
};

static locale_t enter(locale_t characters) {
  return characters == (locale_t)0 ? (locale_t)0 : uselocale(characters);
}

static void leave(locale_t before) {
  if (before != (locale_t)0) uselocale(before);
}

struct versions_pattern *versions_pattern_compile(
    const char *expression, char *message, size_t message_size) {
  struct versions_pattern *pattern = calloc(1, sizeof *pattern);
  if (pattern == NULL) {
    snprintf(message, message_size, "out of memory");
    return NULL;
  }
  pattern->characters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  locale_t before = enter(pattern->characters);
  int code = regcomp(&pattern->expression, expression, REG_EXTENDED | REG_NEWLINE | REG_NOSUB);
  if (code != 0) regerror(code, &pattern->expression, message, message_size);
  leave(before);
  if (code == 0) return pattern;
  if (pattern->characters != (locale_t)0) freelocale(pattern->characters);
  free(pattern);
  return NULL;
}

int versions_pattern_occurs(
    const struct versions_pattern *pattern, const void *bytes, size_t count) {
  const char *text = bytes == NULL ? "" : bytes;
  locale_t before = enter(pattern->characters);
  int answer = 0;
  // Offsets may be ints, so more than those hold is looked at in pieces that end at lines.
  while (answer == 0) {
    size_t piece = count;
    if (piece > INT_MAX / 2) {
      piece = INT_MAX / 2;
      while (piece > 1 && text[piece - 1] != '\n') piece--;
    }
    regmatch_t range;
    range.rm_so = 0;
    range.rm_eo = (regoff_t)piece;
    int code = regexec(&pattern->expression, text, 1, &range, REG_STARTEND);
    answer = code == 0 ? 1 : code == REG_NOMATCH ? 0 : -1;
    text += piece;
    count -= piece;
    if (count == 0) break;
  }
  leave(before);
  return answer;
}

void versions_pattern_free(struct versions_pattern *pattern) {
  if (pattern == NULL) return;
  regfree(&pattern->expression);
  if (pattern->characters != (locale_t)0) freelocale(pattern->characters);
  free(pattern);
}
