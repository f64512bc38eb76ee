#pragma once

#include <microhttpd.h>
#include <poll.h>
#include <stdbool.h>
#include <time.h>

// The event that a peer has closed its sending side, which only Linux has: elsewhere poll reports the end of the
// connection without being asked.
#ifdef __linux__
static const short carrel_poll_hang_up = 0x2000;  // POLLRDHUP, which poll.h hides without _GNU_SOURCE
#else
static const short carrel_poll_hang_up = 0;
#endif

// MHD_get_connection_info takes variable arguments. The socket of a connection; -1 where there is none.
int carrel_mhd_socket(struct MHD_Connection *connection);

// The network of an address, as text: an IPv4 address, or the first 64 bits of an IPv6 address, because whoever has one
// of those has all of them. Empty where it is not known. `size` is at least INET6_ADDRSTRLEN.
void carrel_mhd_network(const struct sockaddr *address, char *text, size_t size);

// The same of the address that a connection comes from.
void carrel_mhd_client(struct MHD_Connection *connection, char *text, size_t size);

// Whether the library can speak TLS.
bool carrel_mhd_speaks_tls(void);

// MHD_start_daemon takes variable arguments, which Swift cannot pass: this is the one way Carrel starts it.
// `chain` and `key` are PEM texts, both NULL for a server without TLS, and are read before the call returns. `accepts`
// is asked before a connection is taken, and `notice` told when one begins and ends. `owner` is handed to all callbacks.
// Returns NULL and sets errno where the daemon cannot start; the listening socket is then still the caller's.
struct MHD_Daemon *carrel_mhd_start(
    int listening, unsigned int connections, unsigned int timeout_seconds, size_t connection_memory,
    const char *chain, const char *key, MHD_AcceptPolicyCallback accepts, MHD_NotifyConnectionCallback notice,
    MHD_AccessHandlerCallback access,
    void *(*begin)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback completed, void *owner);

// What is wrong with a certificate or its key.
enum carrel_certificate_state {
    CARREL_CERTIFICATE_FITS,
    CARREL_CERTIFICATE_BROKEN,
    CARREL_CERTIFICATE_KEY_BROKEN,
    CARREL_CERTIFICATE_KEY_ENCRYPTED,
    CARREL_CERTIFICATE_OTHER_KEY,
    CARREL_CERTIFICATE_NO_LIBRARY,
};

// Reads a certificate, which may have those of its issuers behind it, and its key, both PEM texts. `begins` and `ends`
// get the times between which the certificate holds, also where only the key is wrong.
enum carrel_certificate_state carrel_certificate_check(
    const char *chain, const char *key, time_t *begins, time_t *ends);
