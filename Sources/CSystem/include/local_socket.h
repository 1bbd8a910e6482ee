// Sockets that have a path, for the programs of one machine.
#ifndef VERSIONS_LOCAL_SOCKET_H
#define VERSIONS_LOCAL_SOCKET_H

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
