// The few C functions that Swift cannot see by itself.
#ifndef VERSIONS_CSYSTEM_H
#define VERSIONS_CSYSTEM_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>

#include "events.h"
#include "interruption.h"
#include "local_socket.h"
#include "pattern.h"

/// Facts about a file that `stat` gives, and the time of birth where the file system has one.
struct versions_status {
  uint32_t mode;
  uint32_t uid;
  uint32_t gid;
  uint64_t links;
  uint64_t inode;
  uint64_t device;
  int64_t size;
  int64_t modified_seconds;
  int64_t modified_nanoseconds;
  int64_t changed_seconds;
  int64_t changed_nanoseconds;
  int64_t born_seconds;  // 0 with born_nanoseconds -1: the file system does not tell
  int64_t born_nanoseconds;
};

/// Status of a path; `follow` 0 looks at a symbolic link itself. 0, or -1 with errno.
int versions_status_of_path(const char *path, int follow, struct versions_status *out);
/// Status of an entry of an open folder, of a symbolic link itself. 0, or -1 with errno.
int versions_status_of_entry(int folder, const char *name, struct versions_status *out);
/// Status of an open file. 0, or -1 with errno.
int versions_status_of_file(int fd, struct versions_status *out);

/// Starts writing a file's dirty pages without waiting (`sync_file_range`); elsewhere nothing.
void versions_start_writeback(int fd);

/// Waits until all of the file system that holds a file is on the disk (syncfs(2)). 0, or -1 with
/// errno: ENOSYS where the system has no such call.
int versions_sync_file_system(int fd);

/// Lets the system forget a file's clean pages, so that they are read from the disk again.
void versions_forget_pages(int fd);

/// Renames only when nothing stands at the new path. 0, or -1 with errno (EEXIST).
int versions_rename_exclusively(const char *from, const char *to);
/// Exchanges two paths in one step. 0, or -1 with errno.
int versions_exchange(const char *a, const char *b);

/// Extended attributes of an open file; the functions of Linux and macOS in one form.
ssize_t versions_list_attributes(int fd, char *buffer, size_t size);
ssize_t versions_get_attribute(int fd, const char *name, void *buffer, size_t size);
int versions_set_attribute(int fd, const char *name, const void *value, size_t size);

/// `inflateInit` is a macro.
int versions_inflate_begin(z_stream *stream);

/// open(2) is variadic in C; these are not.
int versions_open(const char *path, int flags, mode_t mode);
int versions_openat(int folder, const char *path, int flags, mode_t mode);

/// A pipe that no program started later holds open. 0, or -1 with errno.
int versions_pipe(int ends[2]);

/// Lets a program that is to be started work in a folder. 0, or an error number.
int versions_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);
/// `posix_spawn` flag: a session of its own.
short versions_spawn_session(void);

/// Lets others go first from now on, before this process and those it starts; where `idle` is not 0,
/// it has the processor and the disk only when nobody else wants them.
void versions_lower_priority(int idle);

/// A lock that another process cannot hold at once (`flock`); waits where `wait` is not 0.
int versions_lock_file(int fd, int wait);
/// The same lock, as many may share while nobody has it alone.
int versions_share_file_lock(int fd, int wait);

/// Whether anybody has a file open for writing, of which `fd` is open for reading. 1, or 0 where nobody
/// has or the system does not tell.
int versions_is_open_for_writing(int fd);

/// The file system type of an open file as `statfs` tells it, 0 where unknown.
uint64_t versions_file_system_type(int fd);

/// SHA-1 of bytes (OpenSSL on Linux, which uses what the processor has for it, CommonCrypto on
/// macOS); `out` holds 20 bytes.
void versions_sha1(const void *bytes, size_t count, uint8_t *out);
/// SHA-1 of two runs of bytes, one after the other.
void versions_sha1_of_two(
    const void *first, size_t first_count, const void *second, size_t second_count, uint8_t *out);

/// SHA-256 of bytes; `out` holds 32 bytes.
void versions_sha256(const void *bytes, size_t count, uint8_t *out);

/// UTIME_OMIT, a macro: a time that is left as it is.
long versions_utime_omit(void);

/// errno, settable from Swift.
int versions_errno(void);
void versions_set_errno(int code);

#endif
