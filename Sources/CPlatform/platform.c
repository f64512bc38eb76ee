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

int carrel_rename_exclusively(const char *from, const char *to) {
#ifdef __linux__
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#elif defined(__APPLE__)
    return renamex_np(from, to, RENAME_EXCL);
#else
    errno = ENOSYS;
    return -1;
#endif
}
