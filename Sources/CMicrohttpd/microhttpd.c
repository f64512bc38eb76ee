// libmicrohttpd, loaded when a server is started: it brings GnuTLS and its libraries along.

#include "CMicrohttpd.h"

#include "CLoading.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>

LOADED_LIBRARY("libmicrohttpd.so.12")

// TLS 1.2 and later, with what GnuTLS thinks safe.
static char tls_priorities[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

struct MHD_Daemon *carrel_mhd_start(
    int listening, unsigned int connections, unsigned int timeout_seconds, size_t connection_memory,
    const char *chain, const char *key, MHD_AcceptPolicyCallback accepts, MHD_NotifyConnectionCallback notice,
    MHD_AccessHandlerCallback access,
    void *(*begin)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback completed, void *owner)
{
    FIND(MHD_start_daemon)
    if (!real) {
        errno = ELIBACC;
        return NULL;
    }
    struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)chain},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, tls_priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    // With epoll the library would not notice the end of a connection that comes together with bytes: it takes fewer bytes
    // than it has room for as a sign that nothing else is there, and is told of each change only once.
    unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (chain ? MHD_USE_TLS : 0);
    return real(
        flags, 0, accepts, owner, access, owner,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_NOTIFY_CONNECTION, notice, owner,
        MHD_OPTION_URI_LOG_CALLBACK, begin, owner,
        MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
        MHD_OPTION_ARRAY, chain ? tls : plain,
        MHD_OPTION_END);
}

bool carrel_mhd_speaks_tls(void)
{
    FIND(MHD_is_feature_supported)
    return real && real(MHD_FEATURE_TLS) == MHD_YES;
}

void carrel_mhd_client(struct MHD_Connection *connection, char *text, size_t size)
{
    FIND(MHD_get_connection_info)
    const union MHD_ConnectionInfo *info = real ? real(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS) : NULL;
    carrel_mhd_network(info ? info->client_addr : NULL, text, size);
}

void carrel_mhd_network(const struct sockaddr *address, char *text, size_t size)
{
    text[0] = 0;
    if (!address) return;
    if (address->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, (socklen_t)size);
    } else if (address->sa_family == AF_INET6) {
        struct in6_addr network = ((const struct sockaddr_in6 *)address)->sin6_addr;
        // An IPv4 address that comes to a socket of IPv6 is in the last bits.
        if (!IN6_IS_ADDR_V4MAPPED(&network)) memset(network.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &network, text, (socklen_t)size);
    }
}

int carrel_mhd_socket(struct MHD_Connection *connection)
{
    FIND(MHD_get_connection_info)
    const union MHD_ConnectionInfo *info =
        real ? real(connection, MHD_CONNECTION_INFO_CONNECTION_FD) : NULL;
    return info ? info->connect_fd : -1;
}

FORWARD_NOTHING(MHD_stop_daemon, (struct MHD_Daemon *daemon), (daemon))
FORWARD_NOTHING(MHD_suspend_connection, (struct MHD_Connection *connection), (connection))
FORWARD_NOTHING(MHD_resume_connection, (struct MHD_Connection *connection), (connection))
FORWARD(
    int, MHD_get_connection_values,
    (struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator body, void *owner),
    (connection, kind, body, owner), 0)
FORWARD(
    enum MHD_Result, MHD_add_response_header, (struct MHD_Response *response, const char *name, const char *value),
    (response, name, value), MHD_NO)
FORWARD(
    struct MHD_Response *, MHD_create_response_from_buffer, (size_t size, void *bytes, enum MHD_ResponseMemoryMode mode),
    (size, bytes, mode), NULL)
FORWARD(
    struct MHD_Response *, MHD_create_response_from_callback,
    (uint64_t size, size_t block, MHD_ContentReaderCallback body, void *owner, MHD_ContentReaderFreeCallback end),
    (size, block, body, owner, end), NULL)
FORWARD_NOTHING(MHD_destroy_response, (struct MHD_Response *response), (response))
FORWARD(
    enum MHD_Result, MHD_queue_response,
    (struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response),
    (connection, status, response), MHD_NO)
