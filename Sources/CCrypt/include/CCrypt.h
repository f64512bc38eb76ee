#pragma once

#include <stdbool.h>

// What became of a password.
enum carrel_password_state {
    CARREL_PASSWORD_FITS,
    CARREL_PASSWORD_OTHER,
    // The hash is none that the system's libcrypt can compute, or there is no memory for it.
    CARREL_PASSWORD_NOT_COMPUTED,
};

// Whether the system's libcrypt can compute hashes such as this one.
bool carrel_knows_hash(const char *hash);

// Hashes a password as a known hash was made, and compares the two in the same time wherever they differ. Takes as long
// as whoever made the hash wanted: up to seconds.
enum carrel_password_state carrel_password_check(const char *password, const char *hash);
