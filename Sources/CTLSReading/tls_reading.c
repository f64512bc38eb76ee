#include "tls_reading.h"

#include <pthread.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/// Each TLS record takes two reads: these are at least 2 MiB where records are full.
enum { READS_IN_A_TURN = 256 };

typedef struct {
    const unsigned long *now;
    unsigned long turn;
    int reads;
    int has_ended;
} connection;

static long watch(
    BIO *bio, int operation, const char *bytes, size_t length, int command, long argument, int result,
    size_t *processed) {
    (void)bytes, (void)length, (void)argument, (void)processed;
    connection *self = (connection *)BIO_get_callback_arg(bio);
    if (self == NULL) return result;
    switch (operation) {
    case BIO_CB_READ:
        if (self->turn != *self->now) {
            self->turn = *self->now;
            self->reads = 0;
        }
        if (++self->reads <= READS_IN_A_TURN) return result;
        BIO_set_retry_read(bio);
        return -1;
    case BIO_CB_READ | BIO_CB_RETURN:
        self->has_ended = result == 0;
        return result;
    case BIO_CB_CTRL | BIO_CB_RETURN:
        // libcurl's own BIO says that there may be more, and OpenSSL then lets the end pass.
        return command == BIO_CTRL_EOF && self->has_ended ? 1 : result;
    case BIO_CB_FREE:
        BIO_set_callback_arg(bio, NULL);
        free(self);
        return result;
    default:
        return result;
    }
}

/// Has a BIO watched, which frees what is kept for that; `NULL` where there is no memory for it.
static connection *watched(BIO *bio, const unsigned long *now) {
    connection *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->now = now;
    self->turn = *now;
    BIO_set_callback_arg(bio, (char *)self);
    BIO_set_callback_ex(bio, watch);
    return self;
}

static int turn_place = -1;

static void make_turn_place(void) { turn_place = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, NULL); }

// Made once, for the threads of a fetcher, and those of others, come here at the same time.
static int turn_index(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_turn_place);
    return turn_place;
}

static void handshake(const SSL *ssl, int where, int result) {
    (void)result;
    if (where != SSL_CB_HANDSHAKE_START) return;
    BIO *bio = SSL_get_rbio(ssl);
    // A later handshake of the same connection.
    if (bio == NULL || BIO_get_callback_ex(bio) == watch) return;
    watched(bio, SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), turn_index()));
}

int carrel_watch_tls(void *ssl_context, const unsigned long *turn) {
    SSL_CTX *context = ssl_context;
    if (turn_index() < 0 || !SSL_CTX_set_ex_data(context, turn_index(), (void *)turn)) return 0;
#ifdef SSL_OP_IGNORE_UNEXPECTED_EOF
    SSL_CTX_clear_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
#endif
    SSL_CTX_set_info_callback(context, handshake);
    return 1;
}

int carrel_tls_speaks_http2(const void *ssl) {
    const unsigned char *name = NULL;
    unsigned length = 0;
    SSL_get0_alpn_selected(ssl, &name, &length);
    return length == 2 && memcmp(name, "h2", 2) == 0;
}

static int is_sent(BIO *output, int descriptor) {
    char *bytes = NULL;
    long length = BIO_get_mem_data(output, &bytes);
    return length <= 0 || send(descriptor, bytes, (size_t)length, MSG_NOSIGNAL) == length;
}

int carrel_tls_input(void *tls, int descriptor) {
    // It stands still: all that is read here is read in one turn.
    static const unsigned long turn = 0;
    SSL *ssl = tls;
    BIO *libcurl_input = SSL_get_rbio(ssl), *libcurl_output = SSL_get_wbio(ssl);
    if (libcurl_input == NULL || libcurl_output == NULL) return -1;
    BIO *input = BIO_new_socket(descriptor, BIO_NOCLOSE), *output = BIO_new(BIO_s_mem());
    connection *reading = input == NULL ? NULL : watched(input, &turn);
    if (reading == NULL || output == NULL) {
        BIO_free(input);
        BIO_free(output);
        return -1;
    }
    // Those of libcurl work only within its calls. An SSL frees what is taken from it.
    BIO_up_ref(libcurl_input);
    BIO_up_ref(libcurl_output);
    BIO_up_ref(output);
    SSL_set0_rbio(ssl, input);
    SSL_set0_wbio(ssl, output);
    ERR_clear_error();
    char byte;
    int count = SSL_peek(ssl, &byte, 1);
    // A server that sends such messages without end is left alone: it would hold up all others.
    int has_more = count <= 0 && reading->reads <= READS_IN_A_TURN
        && SSL_get_error(ssl, count) == SSL_ERROR_WANT_READ;
    ERR_clear_error();
    SSL_set0_rbio(ssl, libcurl_input);
    SSL_set0_wbio(ssl, libcurl_output);
    int was_sent = is_sent(output, descriptor);
    BIO_free(output);
    // A record of which a part has come may be one of content.
    if (count > 0 || SSL_has_pending(ssl)) return 1;
    return has_more && was_sent ? 0 : -1;
}
