#ifndef CARREL_PLATFORM_H
#define CARREL_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Calls of the operating system that Swift's Glibc module hides or cannot import.

/// Flushes the file system that holds `descriptor`; where there is no such call, the file alone.
/// Returns 0, or -1 with `errno` set.
int carrel_flush_file_system(int descriptor);

/// Renames without replacing, each name relative to its open folder: fails with EEXIST where `to` exists already.
/// Returns 0, or -1 with `errno` set (ENOSYS or EINVAL where the file system cannot).
int carrel_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to);

/// Marks the file behind `descriptor` as in use until that is closed, however its process ends. Others may mark it, too.
/// Marks nothing where the file system takes no locks.
void carrel_mark_used(int descriptor);

/// Whether somebody has marked the file by another descriptor. It only asks: whoever marks it meanwhile notices nothing.
bool carrel_is_used(int descriptor);

/// Whether the file system that holds `descriptor` is one that other machines may use at the same time, or cannot be
/// told from such a one: 1, or 0.
int carrel_may_be_on_network(int descriptor);

/// Whether bytes are anywhere among others.
bool carrel_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

/// Makes a pipe whose ends no child process inherits: the end to read from, then the end to write to.
/// Returns 0, or -1 with `errno` set.
int carrel_pipe(int ends[2]);

/// The variables of the environment, each as NAME=VALUE, up to one that is NULL.
char *const *carrel_environment(void);

/// The commit that was built; empty where the build did not say it.
const char *carrel_commit(void);

/// Whether this process was started with a signal ignored, as `nohup` does with SIGHUP.
int carrel_ignores(int signal);

/// Has signals written to a pipe, a byte with its number each, from now on: none is lost before somebody reads.
/// A process in which none of them but SIGTSTP is answered within five seconds ends with a status, because threads do the
/// answering and the system may not let it begin any.
/// Returns the end to read from, which does not block, or -1 with `errno` set. To be called once.
int carrel_hear(const int *signals, int count, int status);

/// Says that a heard signal is answered. It does not count if no thread can be begun, for then nothing ends in order.
void carrel_answered(void);

/// Stops this process with a signal that does so unless it is heard, until the process is continued.
/// The system lets it go on where no shell is left that could continue it.
void carrel_stop(int signal);

/// Has the system allow this process `wanted` open files, or as many as it may.
/// Returns how many of them it allows.
long carrel_allow_files(long wanted);

/// Begins a thread that nobody waits for. Returns 0, or the number of the error.
int carrel_begin_thread(void *(*body)(void *), void *owner);

/// What keeps a program from the rest of the machine.
typedef enum {
    /// Nothing but its limits.
    CARREL_ROOM_NONE,
    /// A session of its own; the program builds the rest of the room itself, as bubblewrap does.
    CARREL_ROOM_SESSION,
    /// A filter of system calls: no network, no other processes.
    CARREL_ROOM_FILTER,
    /// The filter, and Landlock: no files but the system's and those that are named.
    CARREL_ROOM_LANDLOCK,
} carrel_room;

/// The end to read a filter of system calls from, as bubblewrap takes one; `is_alone` for a program that starts no other.
/// Returns the descriptor, or -1 with `errno` set.
int carrel_room_filter(bool is_alone);

/// Whether the system has Landlock, and filters of system calls.
bool carrel_has_landlock(void);
bool carrel_has_filter(void);

/// A program to start, with the limits that it gets before it runs. A limit of 0 stands for none.
typedef struct {
    const char *path;
    /// Both end with NULL.
    char *const *arguments;
    char *const *environment;
    /// Where it runs; NULL for where this process does.
    const char *folder;
    /// Its standard input, output and error; below 0 for none.
    int input, output, errors;
    /// A descriptor that it and whatever it starts keep open: the other end of a pipe sees when all have ended.
    /// Below 0 for none.
    int life;
    /// Further descriptors, 4 and 5, for a program that builds a room: where it says how it went, and where it reads its
    /// filter. Below 0 for none.
    int status, filter;
    /// Where it writes 0 in order to get into a control group, before it runs. Below 0 for none.
    int group;
    /// What keeps it from the rest of the machine; the paths of files that it may read there, ended by NULL; and whether
    /// it may start no other process.
    carrel_room room;
    char *const *room_reads;
    bool is_alone;
    /// Whether it goes on where the thread that started it ends.
    int outlives;
    /// Whether it is in this process's group, and so one job with it for a shell, in place of one of its own.
    bool shares_group;
    /// The most memory of its own, and the largest file that it may write, in bytes.
    uint64_t memory, file_size;
    uint64_t open_files, cpu_seconds;
} carrel_child;

/// Starts a program with no other descriptor than those above and every signal as a new process has it, beside any number
/// of open files. Unless it outlives it, it ends with the thread that started it, where the system can do that.
/// Returns its number, or -1 with `errno` set.
pid_t carrel_start(const carrel_child *child);

#endif
