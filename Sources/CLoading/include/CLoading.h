// Libraries that are loaded when they are first called, because most commands need none of them and to load them takes
// longer than these commands do.
//
// A file names its library with LOADED_LIBRARY and forwards to its functions. The program then does not name the
// library itself. Where it is missing, a forwarding function gives what it was told to give; a library of
// NEEDED_LIBRARY ends the program, as it would if the program had been linked with it.

#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/// Says on standard error that a library of a package cannot be loaded, and why, and ends the program.
_Noreturn void carrel_library_is_missing(const char *name, const char *package);

/// Names the library of a file, such as "libcurl.so.4".
#define LOADED_LIBRARY(name) LIBRARY(name, )

/// Names the library of a file that nothing can be done without, and Debian's package with it.
#define NEEDED_LIBRARY(name, package) LIBRARY(name, if (!library) carrel_library_is_missing(name, package);)

#define LIBRARY(name, where_missing) \
    static pthread_once_t library_once = PTHREAD_ONCE_INIT; \
    static void *library; \
    static void library_load(void) { \
        library = dlopen(name, RTLD_NOW | RTLD_LOCAL); \
        where_missing \
    } \
    static void *library_find(const char *function) { \
        pthread_once(&library_once, library_load); \
        return library ? dlsym(library, function) : NULL; \
    }

/// Declares `real`, the library's function of a name, or NULL; it is looked up once.
#define FIND(name) \
    static _Atomic(__typeof__(&name)) found; \
    __typeof__(&name) real = atomic_load_explicit(&found, memory_order_acquire); \
    if (!real) { \
        real = (__typeof__(&name))library_find(#name); \
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
