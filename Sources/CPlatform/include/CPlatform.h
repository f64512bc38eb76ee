#ifndef CARREL_PLATFORM_H
#define CARREL_PLATFORM_H

// Calls of the operating system that Swift's Glibc module hides or cannot import.

/// Flushes the file system that holds `descriptor`; where there is no such call, the file alone.
/// Returns 0, or -1 with `errno` set.
int carrel_flush_file_system(int descriptor);

/// Renames without replacing: fails with EEXIST where `to` exists already.
/// Returns 0, or -1 with `errno` set (ENOSYS or EINVAL where the file system cannot).
int carrel_rename_exclusively(const char *from, const char *to);

#endif
