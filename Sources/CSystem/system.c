#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/xattr.h>
#include <unistd.h>
#ifdef __linux__
// OpenSSL deprecates the functions that need none of its set-up, which takes a millisecond.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <mbedtls/sha256.h>
#include <openssl/sha.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#else
#include <CommonCrypto/CommonDigest.h>
#include <sys/mount.h>
#include <sys/param.h>
#endif

#ifdef __linux__
static int status(int folder, const char *path, int flags, struct versions_status *out) {
  struct statx x;
  if (statx(folder, path, flags, STATX_BASIC_STATS | STATX_BTIME, &x) != 0) return -1;
  out->mode = x.stx_mode;
  out->uid = x.stx_uid;
  out->gid = x.stx_gid;
  out->links = x.stx_nlink;
  out->inode = x.stx_ino;
  out->device = makedev(x.stx_dev_major, x.stx_dev_minor);
  out->size = (int64_t)x.stx_size;
  out->modified_seconds = x.stx_mtime.tv_sec;
  out->modified_nanoseconds = x.stx_mtime.tv_nsec;
  out->changed_seconds = x.stx_ctime.tv_sec;
  out->changed_nanoseconds = x.stx_ctime.tv_nsec;
  int born = (x.stx_mask & STATX_BTIME) != 0;
  out->born_seconds = born ? x.stx_btime.tv_sec : 0;
  out->born_nanoseconds = born ? x.stx_btime.tv_nsec : -1;
  return 0;
}

int versions_status_of_path(const char *path, int follow, struct versions_status *out) {
  return status(AT_FDCWD, path, follow ? 0 : AT_SYMLINK_NOFOLLOW, out);
}

int versions_status_of_entry(int folder, const char *name, struct versions_status *out) {
  return status(folder, name, AT_SYMLINK_NOFOLLOW, out);
}

int versions_status_of_file(int fd, struct versions_status *out) {
  return status(fd, "", AT_EMPTY_PATH, out);
}
#else
static void fill(const struct stat *s, struct versions_status *out) {
  out->mode = s->st_mode;
  out->uid = s->st_uid;
  out->gid = s->st_gid;
  out->links = s->st_nlink;
  out->inode = s->st_ino;
  out->device = (uint64_t)s->st_dev;
  out->size = s->st_size;
  out->modified_seconds = s->st_mtimespec.tv_sec;
  out->modified_nanoseconds = s->st_mtimespec.tv_nsec;
  out->changed_seconds = s->st_ctimespec.tv_sec;
  out->changed_nanoseconds = s->st_ctimespec.tv_nsec;
  out->born_seconds = s->st_birthtimespec.tv_sec;
  out->born_nanoseconds = s->st_birthtimespec.tv_nsec;
}

int versions_status_of_path(const char *path, int follow, struct versions_status *out) {
  struct stat s;
  if ((follow ? stat(path, &s) : lstat(path, &s)) != 0) return -1;
  fill(&s, out);
  return 0;
}

int versions_status_of_entry(int folder, const char *name, struct versions_status *out) {
  struct stat s;
  if (fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0) return -1;
  fill(&s, out);
  return 0;
}

int versions_status_of_file(int fd, struct versions_status *out) {
  struct stat s;
  if (fstat(fd, &s) != 0) return -1;
  fill(&s, out);
  return 0;
}
#endif

void versions_start_writeback(int fd) {
#ifdef __linux__
  (void)sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)fd;
#endif
}

int versions_sync_file_system(int fd) {
#ifdef __linux__
  return syncfs(fd);
#else
  (void)fd;
  errno = ENOSYS;
  return -1;
#endif
}

void versions_forget_pages(int fd) {
#ifdef __linux__
  (void)posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
#else
  (void)fd;
#endif
}

int versions_rename_exclusively(const char *from, const char *to) {
#ifdef __linux__
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
  // File systems without the flag: a hard link never replaces either.
  if (link(from, to) == 0) return unlink(from);
  if (errno != EPERM && errno != EACCES && errno != ENOSYS && errno != EOPNOTSUPP && errno != EMLINK) {
    return -1;
  }
  // What has no second name, as a folder: something empty that is new takes the place, and is replaced.
  struct stat status;
  if (lstat(from, &status) != 0) return -1;
  int is_folder = S_ISDIR(status.st_mode);
  int made = is_folder ? mkdir(to, 0700) : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made < 0) return -1;
  if (!is_folder) close(made);
  if (rename(from, to) == 0) return 0;
  int code = errno;
  if (is_folder) rmdir(to);
  else unlink(to);
  errno = code;
  return -1;
}

int versions_exchange(const char *a, const char *b) {
#ifdef __linux__
  return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
#else
  return renamex_np(a, b, RENAME_SWAP);
#endif
}

ssize_t versions_list_attributes(int fd, char *buffer, size_t size) {
#ifdef __linux__
  return flistxattr(fd, buffer, size);
#else
  return flistxattr(fd, buffer, size, 0);
#endif
}

ssize_t versions_get_attribute(int fd, const char *name, void *buffer, size_t size) {
#ifdef __linux__
  return fgetxattr(fd, name, buffer, size);
#else
  return fgetxattr(fd, name, buffer, size, 0, 0);
#endif
}

int versions_set_attribute(int fd, const char *name, const void *value, size_t size) {
#ifdef __linux__
  return fsetxattr(fd, name, value, size, 0);
#else
  return fsetxattr(fd, name, value, size, 0, 0);
#endif
}

int versions_inflate_begin(z_stream *stream) { return inflateInit(stream); }

int versions_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

int versions_openat(int folder, const char *path, int flags, mode_t mode) {
  return openat(folder, path, flags, mode);
}

int versions_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int versions_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

short versions_spawn_session(void) { return POSIX_SPAWN_SETSID; }

void versions_lower_priority(int idle) {
  (void)setpriority(PRIO_PROCESS, 0, idle ? 19 : 10);
#ifdef __linux__
  // ioprio_set(2) has no wrapper: this process, the idle class (3 << 13).
  if (idle) (void)syscall(SYS_ioprio_set, 1, 0, 3 << 13);
#endif
}

int versions_lock_file(int fd, int wait) { return flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB)); }

int versions_share_file_lock(int fd, int wait) { return flock(fd, LOCK_SH | (wait ? 0 : LOCK_NB)); }

uint64_t versions_file_system_type(int fd) {
  struct statfs s;
  return fstatfs(fd, &s) == 0 ? (uint64_t)s.f_type : 0;
}

int versions_errno(void) { return errno; }
void versions_set_errno(int code) { errno = code; }

int versions_is_open_for_writing(int fd) {
#ifdef __linux__
  // A lease is only given where nobody can write (fcntl(2)). Whoever opens the file to write in
  // the moment that it is held waits for its end; the signal of that is one that is ignored.
  if (fcntl(fd, F_SETSIG, SIGURG) != 0) return 0;
  if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) {
    (void)fcntl(fd, F_SETLEASE, F_UNLCK);
    return 0;
  }
  return errno == EAGAIN;
#else
  (void)fd;
  return 0;
#endif
}

long versions_utime_omit(void) { return UTIME_OMIT; }

void versions_sha1(const void *bytes, size_t count, uint8_t *out) {
  versions_sha1_of_two(bytes, count, NULL, 0, out);
}

void versions_sha1_of_two(
    const void *first, size_t first_count, const void *second, size_t second_count, uint8_t *out) {
#ifdef __linux__
  SHA_CTX context;
  (void)SHA1_Init(&context);
  (void)SHA1_Update(&context, first, first_count);
  (void)SHA1_Update(&context, second, second_count);
  (void)SHA1_Final(out, &context);
#else
  CC_SHA1_CTX context;
  CC_SHA1_Init(&context);
  CC_SHA1_Update(&context, first, (CC_LONG)first_count);
  CC_SHA1_Update(&context, second, (CC_LONG)second_count);
  CC_SHA1_Final(out, &context);
#endif
}

void versions_sha256(const void *bytes, size_t count, uint8_t *out) {
#ifdef __linux__
  (void)mbedtls_sha256_ret(bytes, count, out, 0);
#else
  CC_SHA256(bytes, (CC_LONG)count, out);
#endif
}
