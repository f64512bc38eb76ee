// libssl as libcurl has loaded it, and what Carrel uses of libcrypto below it.

#include "CLoading.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

LOADED_LIBRARY("libssl.so.3")

FORWARD_NOTHING(BIO_set_flags, (BIO *bio, int flags), (bio, flags))
FORWARD(char *, BIO_get_callback_arg, (const BIO *bio), (bio), NULL)
FORWARD_NOTHING(BIO_set_callback_arg, (BIO *bio, char *argument), (bio, argument))
FORWARD(BIO_callback_fn_ex, BIO_get_callback_ex, (const BIO *bio), (bio), NULL)
FORWARD_NOTHING(BIO_set_callback_ex, (BIO *bio, BIO_callback_fn_ex callback), (bio, callback))
FORWARD(BIO *, BIO_new, (const BIO_METHOD *kind), (kind), NULL)
FORWARD(BIO *, BIO_new_socket, (int descriptor, int closes), (descriptor, closes), NULL)
FORWARD(const BIO_METHOD *, BIO_s_mem, (void), (), NULL)
FORWARD(long, BIO_ctrl, (BIO *bio, int command, long number, void *pointer), (bio, command, number, pointer), 0)
FORWARD(int, BIO_up_ref, (BIO *bio), (bio), 0)
FORWARD(int, BIO_free, (BIO *bio), (bio), 0)

FORWARD_NOTHING(ERR_clear_error, (void), ())

FORWARD(
    int, CRYPTO_get_ex_new_index,
    (int class, long number, void *pointer, CRYPTO_EX_new *make, CRYPTO_EX_dup *copy, CRYPTO_EX_free *end),
    (class, number, pointer, make, copy, end), -1)

FORWARD(uint64_t, SSL_CTX_clear_options, (SSL_CTX *context, uint64_t options), (context, options), 0)
FORWARD(void *, SSL_CTX_get_ex_data, (const SSL_CTX *context, int index), (context, index), NULL)
FORWARD(int, SSL_CTX_set_ex_data, (SSL_CTX *context, int index, void *data), (context, index, data), 0)
FORWARD_NOTHING(
    SSL_CTX_set_info_callback, (SSL_CTX *context, void (*callback)(const SSL *, int, int)), (context, callback))
FORWARD_NOTHING(
    SSL_get0_alpn_selected, (const SSL *ssl, const unsigned char **name, unsigned *length), (ssl, name, length))
FORWARD(BIO *, SSL_get_rbio, (const SSL *ssl), (ssl), NULL)
FORWARD(BIO *, SSL_get_wbio, (const SSL *ssl), (ssl), NULL)
FORWARD_NOTHING(SSL_set0_rbio, (SSL *ssl, BIO *bio), (ssl, bio))
FORWARD_NOTHING(SSL_set0_wbio, (SSL *ssl, BIO *bio), (ssl, bio))
FORWARD(int, SSL_peek, (SSL *ssl, void *bytes, int count), (ssl, bytes, count), -1)
FORWARD(int, SSL_has_pending, (const SSL *ssl), (ssl), 1)
FORWARD(int, SSL_get_error, (const SSL *ssl, int result), (ssl, result), SSL_ERROR_SSL)
FORWARD(SSL_CTX *, SSL_get_SSL_CTX, (const SSL *ssl), (ssl), NULL)
