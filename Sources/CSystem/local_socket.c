#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef __linux__
// No program started later holds it open, and writing to a closed one sends no signal.
static void keep(int fd) {
  int on = 1;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
}
#endif

int versions_socket_pair(int ends[2]) {
#ifdef __linux__
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  keep(ends[0]);
  keep(ends[1]);
  return 0;
#endif
}

ssize_t versions_send(int fd, const void *bytes, size_t count) {
#ifdef __linux__
  return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
#else
  return send(fd, bytes, count, MSG_DONTWAIT);
#endif
}

static int new_socket(void) {
#ifdef __linux__
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
#else
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return -1;
  keep(fd);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
#endif
}

// An address has room for about a hundred bytes of a path, so the folder is named by its number where the
// system has a way to.
static int address_of(int folder, const char *name, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
#ifdef __linux__
  int length = snprintf(
      address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", folder, name);
#else
  char path[4096];
  if (fcntl(folder, F_GETPATH, path) != 0) return -1;
  int length = snprintf(address->sun_path, sizeof address->sun_path, "%s/%s", path, name);
#endif
  if (length >= 0 && (size_t)length < sizeof address->sun_path) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

static int give_up(int fd) {
  int code = errno;
  close(fd);
  errno = code;
  return -1;
}

int versions_listen_at(int folder, const char *name) {
  struct sockaddr_un address;
  if (address_of(folder, name, &address) != 0) return -1;
  int fd = new_socket();
  if (fd < 0) return -1;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) return give_up(fd);
  return listen(fd, 64) == 0 ? fd : give_up(fd);
}

int versions_connect_to(int folder, const char *name) {
  struct sockaddr_un address;
  if (address_of(folder, name, &address) != 0) return -1;
  int fd = new_socket();
  if (fd < 0) return -1;
  return connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? fd : give_up(fd);
}

int versions_accept(int socket) {
#ifdef __linux__
  return accept4(socket, NULL, NULL, SOCK_CLOEXEC);
#else
  int fd = accept(socket, NULL, NULL);
  if (fd >= 0) keep(fd);
  return fd;
#endif
}

int versions_wait_to_accept(int socket, int end) {
  // The thread that waits for signals is another one.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  struct pollfd files[2] = {{.fd = socket, .events = POLLIN}, {.fd = end, .events = POLLIN}};
  int count;
  do count = poll(files, 2, -1);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -1;
  return files[1].revents == 0;
}
