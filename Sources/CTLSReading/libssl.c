// libssl as libcurl has loaded it, and what Carrel uses of libcrypto below it.

#include "CLoading.h"

#include <openssl/bio.h>
#include <openssl/ssl.h>

LOADED_LIBRARY("libssl.so.3")

FORWARD_NOTHING(BIO_set_flags, (BIO *bio, int flags), (bio, flags))
FORWARD(char *, BIO_get_callback_arg, (const BIO *bio), (bio), NULL)
FORWARD_NOTHING(BIO_set_callback_arg, (BIO *bio, char *argument), (bio, argument))
FORWARD(BIO_callback_fn_ex, BIO_get_callback_ex, (const BIO *bio), (bio), NULL)
FORWARD_NOTHING(BIO_set_callback_ex, (BIO *bio, BIO_callback_fn_ex callback), (bio, callback))

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
FORWARD(SSL_CTX *, SSL_get_SSL_CTX, (const SSL *ssl), (ssl), NULL)
