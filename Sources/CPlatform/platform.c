#define _GNU_SOURCE
#include <signal.h>
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
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

// Locks of open files: those of `flock` can only be asked for by taking them, and `fcntl`'s others are the process'.
void carrel_mark_used(int descriptor) {
#ifdef F_OFD_SETLK
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    (void)fcntl(descriptor, F_OFD_SETLK, &lock);
#else
    (void)descriptor;
#endif
}

bool carrel_is_used(int descriptor) {
#ifdef F_OFD_GETLK
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
#else
    (void)descriptor;
    return false;
#endif
}

int carrel_may_be_on_network(int descriptor) {
#if defined(__linux__) || defined(__APPLE__)
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
#endif
#ifdef __linux__
    // statfs(2) and linux/magic.h
    switch ((unsigned int)status.f_type) {
    case 0x6969:     // NFS
    case 0x517B:     // SMB
    case 0xFF534D42: // CIFS
    case 0xFE534D42: // SMB 2 and 3
    case 0x65735546: // FUSE: sshfs and many others, which look alike
    case 0x01021997: // 9P
    case 0x5346414F: // AFS
    case 0x6B414653: // AFS of the kernel
    case 0x00C36400: // Ceph
    case 0x7461636F: // OCFS2
    case 0x01161970: // GFS2
    case 0x0BD00BD0: // Lustre
    case 0x786F4256: // VirtualBox
        return 1;
    default:
        return 0;
    }
#elif defined(__APPLE__)
    return (status.f_flags & MNT_LOCAL) == 0;
#else
    return 0;
#endif
}

bool carrel_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count) {
    return memmem(bytes, count, wanted, wanted_count) != NULL;
}

long carrel_allow_files(long wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur < (rlim_t)wanted) {
        struct rlimit raised = limit;
        raised.rlim_cur = limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted;
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return limit.rlim_cur < (rlim_t)wanted ? (long)limit.rlim_cur : wanted;
}

int carrel_ignores(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Where heard signals are written to, and the status of a process that nobody answers in.
static int heard = -1;
static int unanswered_status = 1;

enum { patience_in_seconds = 5 };

static void end_unanswered(int signal) {
    (void)signal;
    static const char words[] =
        "carrel: interrupted, but nothing in it answers. If the system lets it begin no thread, allow more: ulimit -u\n";
    // A terminal may be held.
    struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&errors, 1, 0) == 1 && (errors.revents & POLLOUT)) {
        ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
        (void)written;
    }
    _exit(unanswered_status);
}

static void note_signal(int signal) {
    int saved = errno;
    if (signal != SIGTSTP) {
        // Of several the first one counts.
        unsigned left = alarm(patience_in_seconds);
        if (left > 0) alarm(left);
    }
    unsigned char number = (unsigned char)signal;
    // A full pipe holds signals enough.
    ssize_t written = write(heard, &number, 1);
    (void)written;
    errno = saved;
}

int carrel_hear(const int *signals, int count, int status) {
    int ends[2];
    if (carrel_pipe(ends) != 0) { return -1; }
    for (int end = 0; end < 2; end++) {
        if (fcntl(ends[end], F_SETFL, O_NONBLOCK) != 0) { return -1; }
    }
    heard = ends[1];
    unanswered_status = status;
    struct sigaction action = {.sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    action.sa_handler = end_unanswered;
    if (sigaction(SIGALRM, &action, NULL) != 0) { return -1; }
    action.sa_handler = note_signal;
    for (int index = 0; index < count; index++) {
        if (sigaction(signals[index], &action, NULL) != 0) { return -1; }
    }
    return ends[0];
}

void carrel_stop(int signal) {
    struct sigaction standard = {.sa_handler = SIG_DFL}, before;
    sigset_t stopping, blocked;
    sigemptyset(&standard.sa_mask);
    sigemptyset(&stopping);
    sigaddset(&stopping, signal);
    sigaction(signal, &standard, &before);
    pthread_sigmask(SIG_UNBLOCK, &stopping, &blocked);
    // Sent to this thread: if another one got it, this one would go on before the process stops.
    raise(signal);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    sigaction(signal, &before, NULL);
}

int carrel_begin_thread(void *(*body)(void *), void *owner) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, body, owner);
    if (error == 0) pthread_detach(thread);
    return error;
}

static void *end_at_once(void *owner) { return owner; }

void carrel_answered(void) {
    if (carrel_begin_thread(end_at_once, NULL) == 0) alarm(0);
}

char *const *carrel_environment(void) { return environ; }
