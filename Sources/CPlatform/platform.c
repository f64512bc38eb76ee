#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

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
