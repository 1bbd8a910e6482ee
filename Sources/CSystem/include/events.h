// Waiting, and the events of folders (inotify on Linux).
#ifndef VERSIONS_EVENTS_H
#define VERSIONS_EVENTS_H

#include <stddef.h>
#include <stdint.h>

/// Waits until a file can be read, a time is over (-1: for ever), or a signal that
/// `versions_interruption_catch` notes has come, even just before. 1, 0, or -1 with errno (EINTR).
/// A file of -1 only waits. `mounts`, if not -1, is Linux's list of mounts (proc(5)): 2 where it changed.
int versions_wait(int fd, int mounts, int64_t nanoseconds);

#ifdef __linux__

/// One event of a folder; what it is about is its mask's.
struct versions_event {
  int watch;
  uint32_t mask;
  size_t name_length;
};

/// A queue of events that does not block. A descriptor, or -1 with errno.
int versions_events_open(void);
/// Watches the entries of a folder. The watch's number, the same for the same folder, or -1.
int versions_events_add(int fd, const char *path);
/// Watches whether a folder itself is renamed or removed.
int versions_events_add_itself(int fd, const char *path);
int versions_events_remove(int fd, int watch);
/// Reads the first event of a buffer that the queue filled. Its bytes; 0 at the end.
size_t versions_events_next(
    const void *buffer, size_t count, struct versions_event *out, const char **name);

extern const uint32_t versions_event_modified;
extern const uint32_t versions_event_closed;
extern const uint32_t versions_event_came;
extern const uint32_t versions_event_made;
extern const uint32_t versions_event_went;
extern const uint32_t versions_event_folder;
extern const uint32_t versions_event_lost;
extern const uint32_t versions_event_unmounted;
extern const uint32_t versions_event_ended;
extern const uint32_t versions_event_itself;

#endif
#endif
