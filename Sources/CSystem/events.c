#define _GNU_SOURCE
#include "include/events.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "include/interruption.h"

int versions_wait(int fd, int mounts, int64_t nanoseconds) {
  sigset_t stops, before;
  sigemptyset(&stops);
  sigaddset(&stops, SIGINT);
  sigaddset(&stops, SIGTERM);
  sigaddset(&stops, SIGHUP);
  // Blocked between the look at what was noted and the sleep, so that none comes in between.
  pthread_sigmask(SIG_BLOCK, &stops, &before);
  if (versions_interruption_signal() != 0) {
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = EINTR;
    return -1;
  }
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  const struct timespec *wait = nanoseconds < 0 ? NULL : &limit;
#ifdef __linux__
  // A file of -1 is passed over.
  struct pollfd files[2] = {{fd, POLLIN, 0}, {mounts, POLLPRI, 0}};
  int result = ppoll(files, 2, wait, &before);
  if (result > 0) result = files[1].revents != 0 ? 2 : 1;
#else
  (void)mounts;
  fd_set readable;
  FD_ZERO(&readable);
  if (fd >= 0 && fd < FD_SETSIZE) FD_SET(fd, &readable);
  int result = pselect(fd < 0 ? 0 : fd + 1, &readable, NULL, NULL, wait, &before);
#endif
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return result;
}

#ifdef __linux__

int versions_events_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int versions_events_add(int fd, const char *path) {
  return inotify_add_watch(
      fd, path,
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE |
          IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK | IN_MASK_ADD);
}

int versions_events_add_itself(int fd, const char *path) {
  return inotify_add_watch(
      fd, path, IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_MASK_ADD);
}

int versions_events_remove(int fd, int watch) { return inotify_rm_watch(fd, watch); }

size_t versions_events_next(
    const void *buffer, size_t count, struct versions_event *out, const char **name) {
  struct inotify_event event;
  if (count < sizeof event) return 0;
  memcpy(&event, buffer, sizeof event);
  size_t size = sizeof event + event.len;
  if (size > count) return 0;
  *name = (const char *)buffer + sizeof event;
  out->watch = event.wd;
  out->mask = event.mask;
  out->name_length = event.len == 0 ? 0 : strnlen(*name, event.len);
  return size;
}

const uint32_t versions_event_modified = IN_MODIFY;
const uint32_t versions_event_closed = IN_CLOSE_WRITE;
const uint32_t versions_event_came = IN_MOVED_TO;
const uint32_t versions_event_made = IN_CREATE;
const uint32_t versions_event_went = IN_MOVED_FROM | IN_DELETE;
const uint32_t versions_event_folder = IN_ISDIR;
const uint32_t versions_event_lost = IN_Q_OVERFLOW;
const uint32_t versions_event_unmounted = IN_UNMOUNT;
const uint32_t versions_event_ended = IN_IGNORED;
const uint32_t versions_event_itself = IN_MOVE_SELF | IN_DELETE_SELF;

#endif
