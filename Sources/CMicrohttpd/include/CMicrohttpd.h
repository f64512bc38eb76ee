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
static inline int carrel_mhd_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// MHD_start_daemon takes variable arguments, which Swift cannot pass: this is the one way Carrel starts it.
// `owner` is handed to all three callbacks. Returns NULL and sets errno where the daemon cannot start; the
// listening socket is then still the caller's.
static inline struct MHD_Daemon *carrel_mhd_start(
    int listening, unsigned int connections, unsigned int timeout_seconds, size_t connection_memory,
    MHD_AccessHandlerCallback access, void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, void *owner)
{
    return MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, access, owner,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_URI_LOG_CALLBACK, begin, owner,
        MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
        MHD_OPTION_END);
}
