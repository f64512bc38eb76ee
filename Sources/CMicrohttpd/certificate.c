// What GnuTLS, with which libmicrohttpd speaks TLS, makes of a certificate and its key.

#include "CMicrohttpd.h"

#include "CLoading.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>

LOADED_LIBRARY("libgnutls.so.30")

FORWARD(int, gnutls_x509_crt_init, (gnutls_x509_crt_t *certificate), (certificate), GNUTLS_E_UNIMPLEMENTED_FEATURE)
FORWARD(
    int, gnutls_x509_crt_import,
    (gnutls_x509_crt_t certificate, const gnutls_datum_t *data, gnutls_x509_crt_fmt_t format),
    (certificate, data, format), GNUTLS_E_UNIMPLEMENTED_FEATURE)
FORWARD(time_t, gnutls_x509_crt_get_activation_time, (gnutls_x509_crt_t certificate), (certificate), -1)
FORWARD(time_t, gnutls_x509_crt_get_expiration_time, (gnutls_x509_crt_t certificate), (certificate), -1)
FORWARD_NOTHING(gnutls_x509_crt_deinit, (gnutls_x509_crt_t certificate), (certificate))
FORWARD(int, gnutls_x509_privkey_init, (gnutls_x509_privkey_t *key), (key), GNUTLS_E_UNIMPLEMENTED_FEATURE)
FORWARD(
    int, gnutls_x509_privkey_import2,
    (gnutls_x509_privkey_t key, const gnutls_datum_t *data, gnutls_x509_crt_fmt_t format, const char *password,
     unsigned int flags),
    (key, data, format, password, flags), GNUTLS_E_UNIMPLEMENTED_FEATURE)
FORWARD_NOTHING(gnutls_x509_privkey_deinit, (gnutls_x509_privkey_t key), (key))
FORWARD(
    int, gnutls_certificate_allocate_credentials, (gnutls_certificate_credentials_t *credentials), (credentials),
    GNUTLS_E_UNIMPLEMENTED_FEATURE)
FORWARD(
    int, gnutls_certificate_set_x509_key_mem,
    (gnutls_certificate_credentials_t credentials, const gnutls_datum_t *certificate, const gnutls_datum_t *key,
     gnutls_x509_crt_fmt_t format),
    (credentials, certificate, key, format), GNUTLS_E_UNIMPLEMENTED_FEATURE)
FORWARD_NOTHING(gnutls_certificate_free_credentials, (gnutls_certificate_credentials_t credentials), (credentials))

static gnutls_datum_t datum(const char *text)
{
    return (gnutls_datum_t){.data = (unsigned char *)text, .size = (unsigned int)strlen(text)};
}

static enum carrel_certificate_state read_chain(const gnutls_datum_t *chain, time_t *begins, time_t *ends)
{
    gnutls_x509_crt_t certificate;
    if (gnutls_x509_crt_init(&certificate) < 0) return CARREL_CERTIFICATE_NO_LIBRARY;
    int code = gnutls_x509_crt_import(certificate, chain, GNUTLS_X509_FMT_PEM);
    if (code >= 0) {
        *begins = gnutls_x509_crt_get_activation_time(certificate);
        *ends = gnutls_x509_crt_get_expiration_time(certificate);
    }
    gnutls_x509_crt_deinit(certificate);
    return code < 0 || *begins == -1 || *ends == -1 ? CARREL_CERTIFICATE_BROKEN : CARREL_CERTIFICATE_FITS;
}

static enum carrel_certificate_state read_key(const gnutls_datum_t *data)
{
    gnutls_x509_privkey_t key;
    if (gnutls_x509_privkey_init(&key) < 0) return CARREL_CERTIFICATE_NO_LIBRARY;
    int code = gnutls_x509_privkey_import2(key, data, GNUTLS_X509_FMT_PEM, NULL, 0);
    gnutls_x509_privkey_deinit(key);
    if (code == GNUTLS_E_DECRYPTION_FAILED) return CARREL_CERTIFICATE_KEY_ENCRYPTED;
    return code < 0 ? CARREL_CERTIFICATE_KEY_BROKEN : CARREL_CERTIFICATE_FITS;
}

enum carrel_certificate_state carrel_certificate_check(
    const char *chain_text, const char *key_text, time_t *begins, time_t *ends)
{
    gnutls_datum_t chain = datum(chain_text), key = datum(key_text);
    enum carrel_certificate_state state = read_chain(&chain, begins, ends);
    if (state == CARREL_CERTIFICATE_FITS) state = read_key(&key);
    if (state != CARREL_CERTIFICATE_FITS) return state;
    gnutls_certificate_credentials_t credentials;
    if (gnutls_certificate_allocate_credentials(&credentials) < 0) return CARREL_CERTIFICATE_NO_LIBRARY;
    int code = gnutls_certificate_set_x509_key_mem(credentials, &chain, &key, GNUTLS_X509_FMT_PEM);
    gnutls_certificate_free_credentials(credentials);
    if (code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH) return CARREL_CERTIFICATE_OTHER_KEY;
    return code < 0 ? CARREL_CERTIFICATE_BROKEN : CARREL_CERTIFICATE_FITS;
}
