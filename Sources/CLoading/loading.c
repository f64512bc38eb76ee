#include "CLoading.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Says on standard error why the program cannot go on, and ends it.
static _Noreturn void end(const struct carrel_library *library, const char *reason) {
    fprintf(stderr, "carrel: %s cannot be loaded: %s.", library->name, reason ? reason : "the loader does not say why");
    if (reason && strstr(reason, "No such file")) fprintf(stderr, " Install it: apt-get install %s", library->needed_package);
    fputc('\n', stderr);
    // What the dynamic loader ends with. Nothing is tidied: whoever waits for the library may hold locks.
    _exit(127);
}

void *carrel_library_find(struct carrel_library *library, const char *function) {
    pthread_mutex_lock(&library->lock);
    if (!library->handle) library->handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    void *found = library->handle ? dlsym(library->handle, function) : NULL;
    if (!found && library->needed_package) end(library, dlerror());
    pthread_mutex_unlock(&library->lock);
    return found;
}
