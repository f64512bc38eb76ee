#define _GNU_SOURCE
#include "CPlatform.h"
#include "room.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int carrel_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

static int set_limit(int resource, uint64_t value) {
    if (value == 0) return 0;
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return -1;
    // An administrator may have set a lower one.
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value) limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit);
}

static int set_limits(const carrel_child *child) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    // Address space alone costs nothing, and some programs reserve a lot of it.
    return set_limit(RLIMIT_DATA, child->memory) | set_limit(RLIMIT_FSIZE, child->file_size) |
           set_limit(RLIMIT_CPU, child->cpu_seconds) | set_limit(RLIMIT_NOFILE, child->open_files);
}

static void close_others(int first) {
#if defined(__linux__) && defined(CLOSE_RANGE_CLOEXEC)
    if (close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
    long count = sysconf(_SC_OPEN_MAX);
    for (int descriptor = first; descriptor < (count < 0 || count > 65536 ? 65536 : count); descriptor++)
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

enum { descriptor_count = 6, always_open = 3 };

// Until exec only what is safe in a handler of signals may be called, and nothing of this process may change: the memory
// may be shared, and the thread that starts the child waits.
static __attribute__((noinline)) int become(
    const carrel_child *child, const int descriptors[descriptor_count], pid_t parent) {
    // All that it starts is in the group, too, and none of it can leave.
    if (child->group >= 0 && write(child->group, "0", 1) != 1) return errno;
    // Who has a session of its own has no terminal either.
    if (!child->shares_group && (child->room == CARREL_ROOM_NONE ? setpgid(0, 0) : setsid()) < 0) return errno;
#ifdef __linux__
    // What is killed without warning leaves nothing running.
    if (!child->outlives) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) return ESRCH;
    }
#else
    (void)parent;
#endif
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigemptyset(&standard.sa_mask);
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    int count = always_open;
    for (int index = 0; index < descriptor_count; index++) {
        if (descriptors[index] < 0) continue;
        if (dup2(descriptors[index], index) < 0) return errno;
        if (index >= count) count = index + 1;
    }
    close_others(count);
    if (child->folder != NULL && chdir(child->folder) != 0) return errno;
    if (set_limits(child) != 0) return errno;
    sigset_t all;
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
#ifdef __linux__
    // Without a group, the system limits the processes of an ordinary user alone. Root's are counted instead, and must
    // not keep whoever counts from running.
    struct sched_param priority = {0};
    bool may_multiply = child->room != CARREL_ROOM_NONE && !child->is_alone && child->group < 0;
    if (may_multiply && geteuid() == 0) sched_setscheduler(0, SCHED_IDLE, &priority);
#endif
    int error = carrel_lock(child);
    if (error != 0) return error;
    execve(child->path, child->arguments, child->environment);
    return errno;
}

#ifdef __linux__
// It shares the memory of this process until exec. fork copies the tables of its pages, which in a large process takes
// longer than all else.
#define start_process vfork
#else
#define start_process fork
#endif

// A copy above those that the child gives a meaning to.
static int raised(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 16); }

pid_t carrel_start(const carrel_child *child) {
    int report[2] = {-1, -1}, failure = 0;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    int wanted[descriptor_count] = {child->input, child->output, child->errors,
                                    child->life,  child->status, child->filter};
    int descriptors[descriptor_count];
    int reporting = -1;
    pid_t number = -1, parent = getpid();
    sigset_t all, before;
    for (int index = 0; index < descriptor_count; index++) {
        if (wanted[index] < 0 && index < always_open) wanted[index] = nothing;
        bool is_wanted = wanted[index] >= 0 || index < always_open;
        descriptors[index] = is_wanted ? raised(wanted[index]) : -1;
        if (is_wanted && descriptors[index] < 0) failure = errno;
    }
    if (failure == 0 && carrel_pipe(report) != 0) failure = errno;
    if (failure == 0 && (reporting = raised(report[1])) < 0) failure = errno;
    if (failure == 0) {
        // No handler of this process runs in the child.
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        number = start_process();
        if (number == 0) {
            int error = become(child, descriptors, parent);
            ssize_t written = write(reporting, &error, sizeof error);
            (void)written;
            _exit(127);
        }
        if (number < 0) failure = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (reporting >= 0) close(reporting);
    if (report[1] >= 0) close(report[1]);
    if (number > 0) {
        // The end is closed by exec: nothing comes where all went well.
        ssize_t count;
        do count = read(report[0], &failure, sizeof failure);
        while (count < 0 && errno == EINTR);
        if (count <= 0) failure = 0;
        if (failure != 0) waitpid(number, NULL, 0);
    }
    if (report[0] >= 0) close(report[0]);
    for (int index = 0; index < descriptor_count; index++)
        if (descriptors[index] >= 0) close(descriptors[index]);
    if (nothing >= 0) close(nothing);
    if (failure == 0) return number;
    errno = failure;
    return -1;
}
