// The network half of libgit2, left out.
//
// Linking libgit2's static archive would draw in its HTTPS, SSH and Kerberos transports with
// some fifteen shared libraries, which take 3 to 4 ms to load and set up (parsing the system's
// CA certificates alone takes 4 ms more) each time the command starts, and none of which a
// local store ever uses. These definitions stand in for the entry points of those transports
// as libgit2 1.5 names them, so the linker never opens their archive members. Each reports
// failure; a build against a libgit2 that names them otherwise fails to link and says so.
#ifdef __linux__

int git_mbedtls_stream_global_init(void) { return 0; }
int git_mbedtls__set_cert_location(const char *file, const char *path) {
  (void)file, (void)path;
  return -1;
}
int git_mbedtls_stream_new(void **out, const char *host, const char *port) {
  (void)out, (void)host, (void)port;
  return -1;
}
int git_mbedtls_stream_wrap(void **out, void *inner, const char *host) {
  (void)out, (void)inner, (void)host;
  return -1;
}
int git_transport_ssh_global_init(void) { return 0; }
int git_smart_subtransport_ssh(void **out, void *owner, void *parameter) {
  (void)out, (void)owner, (void)parameter;
  return -1;
}
int git_transport_ssh_with_paths(void **out, void *owner, void *payload) {
  (void)out, (void)owner, (void)payload;
  return -1;
}
int git_http_auth_negotiate(void **out, void *context) {
  (void)out, (void)context;
  return -1;
}

#endif
