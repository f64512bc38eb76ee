#include "CLoading.h"

#include <stdio.h>
#include <unistd.h>

void carrel_library_is_missing(const char *name, const char *package) {
    const char *reason = dlerror();
    fprintf(
        stderr, "carrel: %s cannot be loaded: %s. Install it: apt-get install %s\n", name,
        reason ? reason : "it is not there", package);
    // What the dynamic loader ends with. Nothing is tidied: whoever waits for a digest may hold locks.
    _exit(127);
}
