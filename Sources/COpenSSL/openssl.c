// libcrypto, loaded when something is first digested: to load it takes a fifth of the start of a command that digests
// nothing. Commands that write have it loaded before they begin; where it cannot be loaded later, the program ends, as
// no digest may ever be made up.

#include "COpenSSL.h"

#include "CLoading.h"

NEEDED_LIBRARY("libcrypto.so.3", "libssl3")

FORWARD(const char *, OpenSSL_version, (int part), (part), NULL)

FORWARD(EVP_MD_CTX *, EVP_MD_CTX_new, (void), (), NULL)
FORWARD_NOTHING(EVP_MD_CTX_free, (EVP_MD_CTX *context), (context))
FORWARD(const EVP_MD *, EVP_sha256, (void), (), NULL)
FORWARD(const EVP_MD *, EVP_sha512, (void), (), NULL)
FORWARD(const EVP_MD *, EVP_sha1, (void), (), NULL)
FORWARD(const EVP_MD *, EVP_md5, (void), (), NULL)
FORWARD(
    int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *algorithm, ENGINE *engine),
    (context, algorithm, engine), 0)
FORWARD(int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count), 0)
FORWARD(
    int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *digest, unsigned int *length),
    (context, digest, length), 0)

FORWARD(
    unsigned char *, HMAC,
    (const EVP_MD *algorithm, const void *key, int key_length, const unsigned char *bytes, size_t count,
     unsigned char *code, unsigned int *length),
    (algorithm, key, key_length, bytes, count, code, length), NULL)
