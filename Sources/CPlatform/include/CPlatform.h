#ifndef CARREL_PLATFORM_H
#define CARREL_PLATFORM_H

// Calls of the operating system that Swift's Glibc module hides or cannot import.

/// Flushes the file system that holds `descriptor`; where there is no such call, the file alone.
/// Returns 0, or -1 with `errno` set.
int carrel_flush_file_system(int descriptor);

/// Renames without replacing, each name relative to its open folder: fails with EEXIST where `to` exists already.
/// Returns 0, or -1 with `errno` set (ENOSYS or EINVAL where the file system cannot).
int carrel_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to);

/// Keeps the allocator from giving each thread memory of its own that it never gives back, where it can be told so.
/// To be called before there is a second thread.
void carrel_limit_allocator(void);

/// Creates a file for writing in an open folder, as `openat` does; the file must not exist.
/// Returns its descriptor, or -1 with `errno` set.
int carrel_create_file(int folder, const char *name);

#endif
