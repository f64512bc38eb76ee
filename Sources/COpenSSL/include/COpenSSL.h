#pragma once

// OpenSSL's libcrypto, loaded when it is first called; only what Carrel uses of it.

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
