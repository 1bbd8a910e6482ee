// Sockets, for the programs of one machine.
#ifndef VERSIONS_LOCAL_SOCKET_H
#define VERSIONS_LOCAL_SOCKET_H

#include <sys/types.h>

/// Two ends of a stream that no program started later holds open, of which writing to a closed one
/// gives EPIPE and no signal by `versions_send`. 0, or -1 with errno.
int versions_socket_pair(int ends[2]);
/// Writes to such an end. Bytes written, or -1 with errno.
ssize_t versions_send(int fd, const void *bytes, size_t count);

/// Listens on a socket made under a name in an open folder. The socket, or -1 with errno (EADDRINUSE where
/// something has the name, ENAMETOOLONG where the system cannot say so long a path).
int versions_listen_at(int folder, const char *name);

/// Connects to such a socket without waiting. The connection, or -1 with errno (ECONNREFUSED where nobody
/// listens any more).
int versions_connect_to(int folder, const char *name);

/// Takes the next connection to a socket, after `versions_wait_to_accept`. It, or -1 with errno.
int versions_accept(int socket);

/// Waits until somebody connects to a socket, or the other file is closed or can be read; no signal is
/// delivered meanwhile. 1 for the socket, 0 for the other file, -1 with errno.
int versions_wait_to_accept(int socket, int end);

#endif
