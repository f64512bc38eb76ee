#pragma once

#include <microhttpd.h>
#include <poll.h>

// The event that a peer has closed its sending side, which only Linux has: elsewhere poll reports the end of the
// connection without being asked.
#ifdef __linux__
static const short carrel_poll_hang_up = 0x2000;  // POLLRDHUP, which poll.h hides without _GNU_SOURCE
#else
static const short carrel_poll_hang_up = 0;
#endif

// MHD_get_connection_info takes variable arguments. The socket of a connection; -1 where there is none.
int carrel_mhd_socket(struct MHD_Connection *connection);

// MHD_start_daemon takes variable arguments, which Swift cannot pass: this is the one way Carrel starts it.
// `owner` is handed to all three callbacks. Returns NULL and sets errno where the daemon cannot start; the
// listening socket is then still the caller's.
struct MHD_Daemon *carrel_mhd_start(
    int listening, unsigned int connections, unsigned int timeout_seconds, size_t connection_memory,
    MHD_AccessHandlerCallback access, void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, void *owner);
