#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

int carrel_flush_file_system(int descriptor) {
#ifdef __linux__
    return syncfs(descriptor);
#elif defined(F_FULLFSYNC)
    return fcntl(descriptor, F_FULLFSYNC);
#else
    return fsync(descriptor);
#endif
}

int carrel_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to) {
#ifdef __linux__
    return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
#elif defined(__APPLE__)
    return renameatx_np(from_folder, from, to_folder, to, RENAME_EXCL);
#else
    errno = ENOSYS;
    return -1;
#endif
}

int carrel_create_file(int folder, const char *name) {
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
}

void carrel_limit_allocator(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
    // Pieces of documents come and go: they are kept for the next ones instead of being mapped anew.
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}
