#define _GNU_SOURCE
#include "room.h"
#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#ifdef __linux__
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Headers of older systems do not name the newer calls; their numbers are the same everywhere.
enum { io_uring_setup_call = 425, clone3_call = 435, most_instructions = 128 };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define UNLESS_EQUAL(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define UNLESS_BITS(value, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (value), 0, (skip))
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define UNKNOWN (SECCOMP_RET_ERRNO | ENOSYS)

// The lower half of an argument: both systems have the lower byte first.
#define ARGUMENT(number) (offsetof(struct seccomp_data, args) + 8 * (number))
#define LOAD_ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(number))

// What nothing that reads a document needs: the network, other processes, the system's own settings.
static const int refused_calls[] = {
    SYS_socket, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_mount, SYS_umount2, SYS_pivot_root,
    SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key,
    SYS_request_key, SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_setsid,
    SYS_setpgid, SYS_shmget, SYS_memfd_create, SYS_open_by_handle_at, SYS_reboot, SYS_swapon, SYS_acct, SYS_quotactl,
};

static size_t add(struct sock_filter *filter, size_t count, const struct sock_filter *more, size_t more_count) {
    for (size_t index = 0; index < more_count && count < most_instructions; index++) filter[count++] = more[index];
    return count;
}

#define ADD(...)                                                                   \
    do {                                                                           \
        const struct sock_filter more[] = {__VA_ARGS__};                           \
        count = add(filter, count, more, sizeof more / sizeof *more);              \
    } while (0)

// The filter is plain data, made anew each time: no library for it is on every system.
static size_t make_filter(struct sock_filter *filter, bool is_alone) {
    size_t count = 0;
#ifdef OWN_ARCHITECTURE
    ADD(LOAD(arch), UNLESS_EQUAL(OWN_ARCHITECTURE, 1), BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), ANSWER(REFUSED), LOAD(nr));
#ifdef __x86_64__
    // Calls of the x32 kind have other numbers.
    ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), ANSWER(REFUSED));
#endif
    for (size_t index = 0; index < sizeof refused_calls / sizeof *refused_calls; index++)
        ADD(UNLESS_EQUAL((unsigned)refused_calls[index], 1), ANSWER(REFUSED));
    ADD(UNLESS_EQUAL(io_uring_setup_call, 1), ANSWER(UNKNOWN));
    // What clone3 is asked for cannot be seen; programs then call clone.
    ADD(UNLESS_EQUAL(clone3_call, 1), ANSWER(UNKNOWN));
    // A room within the room would have rights of its own.
    ADD(UNLESS_EQUAL(SYS_clone, 4), LOAD_ARGUMENT(0), UNLESS_BITS(CLONE_NEWUSER | CLONE_NEWNS, 1), ANSWER(REFUSED),
        LOAD(nr));
    if (is_alone) {
#ifdef SYS_fork
        ADD(UNLESS_EQUAL(SYS_fork, 1), ANSWER(REFUSED), UNLESS_EQUAL(SYS_vfork, 1), ANSWER(REFUSED));
#endif
        // Threads are no processes.
        ADD(UNLESS_EQUAL(SYS_clone, 4), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
            ANSWER(REFUSED), LOAD(nr));
    }
    // Memory that is shared counts against no limit.
    ADD(UNLESS_EQUAL(SYS_mmap, 5), LOAD_ARGUMENT(3), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS),
        UNLESS_EQUAL(MAP_SHARED | MAP_ANONYMOUS, 1), ANSWER(REFUSED), LOAD(nr));
    // Characters could be typed into the terminal.
    ADD(UNLESS_EQUAL(SYS_ioctl, 4), LOAD_ARGUMENT(1), UNLESS_EQUAL(TIOCSTI, 1), ANSWER(REFUSED), LOAD(nr));
    ADD(ANSWER(SECCOMP_RET_ALLOW));
#else
    (void)filter, (void)is_alone;
#endif
    return count;
}

int carrel_room_filter(bool is_alone) {
    struct sock_filter filter[most_instructions];
    size_t size = make_filter(filter, is_alone) * sizeof *filter;
    int ends[2];
    if (size == 0) {
        errno = ENOSYS;
        return -1;
    }
    if (carrel_pipe(ends) != 0) return -1;
    // It is far smaller than a pipe's room.
    bool is_written = write(ends[1], filter, size) == (ssize_t)size;
    close(ends[1]);
    if (is_written) return ends[0];
    close(ends[0]);
    return -1;
}

static int allow(int rules, const char *path, uint64_t rights) {
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    // What is not there needs no rule.
    if (rule.parent_fd < 0) return 0;
    struct stat status;
    if (fstat(rule.parent_fd, &status) == 0 && !S_ISDIR(status.st_mode))
        rule.allowed_access &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    long result = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return (int)result;
}

static int wall_off(const carrel_child *child) {
    const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;
    // The rights of Landlock's first version, which every system that has it knows.
    struct landlock_ruleset_attr all = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0) return errno;
    static const char *const system[] = {"/usr", "/lib", "/lib64", "/bin", "/sbin", "/opt", "/etc/fonts",
                                         "/etc/ld.so.cache", "/etc/alternatives", "/proc/self", "/dev/urandom",
                                         "/dev/random", "/dev/zero"};
    int failure = allow(rules, "/dev/null", reading | LANDLOCK_ACCESS_FS_WRITE_FILE);
    for (size_t index = 0; index < sizeof system / sizeof *system; index++)
        failure |= allow(rules, system[index], reading);
    failure |= allow(rules, child->path, reading);
    for (char *const *file = child->room_reads; file != NULL && *file != NULL; file++)
        failure |= allow(rules, *file, reading);
    if (failure == 0) failure = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    int error = failure == 0 ? 0 : errno;
    close(rules);
    return error;
}

int carrel_lock(const carrel_child *child) {
    if (child->room < CARREL_ROOM_FILTER) return 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (child->room == CARREL_ROOM_LANDLOCK) {
        int error = wall_off(child);
        if (error != 0) return error;
    }
    struct sock_filter filter[most_instructions];
    struct sock_fprog program = {.filter = filter};
    program.len = (unsigned short)make_filter(filter, child->is_alone);
    if (program.len == 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

bool carrel_has_landlock(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

bool carrel_has_filter(void) {
#ifdef OWN_ARCHITECTURE
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
#else
    return false;
#endif
}

#else

int carrel_room_filter(bool is_alone) {
    (void)is_alone;
    errno = ENOSYS;
    return -1;
}
int carrel_lock(const carrel_child *child) {
    (void)child;
    return 0;
}
bool carrel_has_landlock(void) { return false; }
bool carrel_has_filter(void) { return false; }

#endif
