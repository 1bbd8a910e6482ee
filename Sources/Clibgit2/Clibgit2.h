#include <git2.h>
#include <git2/sys/odb_backend.h>

// git_libgit2_opts is variadic, which Swift cannot call.
static inline int versions_git_set_cache_limit(ssize_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}
static inline int versions_git_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}
static inline int versions_git_set_mapped_window(size_t bytes, size_t limit) {
  int code = git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, bytes);
  return code < 0 ? code : git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, limit);
}
static inline int versions_git_set_strict_hash(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, on);
}
