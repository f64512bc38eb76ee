// Libraries that are loaded when they are first called, because most commands need none of them and to load them takes
// longer than these commands do.
//
// A file names its library with LOADED_LIBRARY and forwards to its functions. The program then does not name the
// library itself. Where it cannot be loaded, a forwarding function gives what it was told to give, and the next call
// tries again; a library of NEEDED_LIBRARY ends the program, as it would if the program had been linked with it.

#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/// A library, loaded or not.
struct carrel_library {
    const char *name;
    /// Debian's package with it, if nothing can be done without it.
    const char *needed_package;
    void *handle;
    pthread_mutex_t lock;
};

/// The function of a name, from a library that is loaded if it was not; NULL if there is none.
void *carrel_library_find(struct carrel_library *library, const char *function);

/// Names the library of a file, such as "libcurl.so.4".
#define LOADED_LIBRARY(name) NEEDED_LIBRARY(name, NULL)

/// Names the library of a file that nothing can be done without, and Debian's package with it.
#define NEEDED_LIBRARY(name, package) \
    static struct carrel_library library = {name, package, NULL, PTHREAD_MUTEX_INITIALIZER};

/// Declares `real`, the library's function of a name, or NULL; it is looked up until it is found.
#define FIND(name) \
    static _Atomic(__typeof__(&name)) found; \
    __typeof__(&name) real = atomic_load_explicit(&found, memory_order_acquire); \
    if (!real) { \
        real = (__typeof__(&name))carrel_library_find(&library, #name); \
        atomic_store_explicit(&found, real, memory_order_release); \
    }

/// A function that goes on in the library.
#define FORWARD(result, name, parameters, arguments, missing) \
    result name parameters { \
        FIND(name) \
        return real ? real arguments : missing; \
    }

/// A function that goes on in the library and gives nothing.
#define FORWARD_NOTHING(name, parameters, arguments) \
    void name parameters { \
        FIND(name) \
        if (real) real arguments; \
    }
