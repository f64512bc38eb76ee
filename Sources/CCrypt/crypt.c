// Passwords against their hashes, with the system's libcrypt, loaded when the first one is checked.

#include "CCrypt.h"

#include "CLoading.h"

#include <crypt.h>
#include <stdlib.h>
#include <string.h>

LOADED_LIBRARY("libcrypt.so.1")

bool carrel_knows_hash(const char *hash)
{
    FIND(crypt_checksalt)
    return real && real(hash) == CRYPT_SALT_OK;
}

static bool is_same(const char *one, const char *other)
{
    size_t length = strlen(one);
    if (length != strlen(other)) return false;
    unsigned char difference = 0;
    for (size_t index = 0; index < length; index++) difference |= (unsigned char)(one[index] ^ other[index]);
    return difference == 0;
}

enum carrel_password_state carrel_password_check(const char *password, const char *hash)
{
    FIND(crypt_r)
    // Too large for the stack of a thread.
    struct crypt_data *data = real ? calloc(1, sizeof *data) : NULL;
    if (!data) return CARREL_PASSWORD_NOT_COMPUTED;
    const char *computed = real(password, hash, data);
    enum carrel_password_state state = CARREL_PASSWORD_NOT_COMPUTED;
    // What begins with an asterisk says that it failed.
    if (computed && computed[0] != '*')
        state = is_same(computed, hash) ? CARREL_PASSWORD_FITS : CARREL_PASSWORD_OTHER;
    explicit_bzero(data, sizeof *data);
    free(data);
    return state;
}
