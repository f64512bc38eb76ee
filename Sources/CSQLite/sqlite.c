// SQLite, which commands that open no library do without.

// Offsets have 64 bits everywhere, as SQLite's have.
#define _FILE_OFFSET_BITS 64

#include "CSQLite.h"

#include <sys/stat.h>
#include <unistd.h>

#include "CLoading.h"

#include <errno.h>

NEEDED_LIBRARY("libsqlite3.so.0", "libsqlite3-0")

// SQLite makes the memory that processes share longer by one byte at the end of each 4 KiB, and then writes into it as
// memory. Where a disk has smaller blocks, those before that byte are holes, and a full disk would end the process as
// soon as one is written to. So all that is between the end of the file and that byte is written here.
static ssize_t write_without_holes(int file, const void *bytes, size_t count, off_t offset) {
    enum { page = 4096 };
    static const unsigned char nothing[page];
    struct stat status;
    bool is_growing = count == 1 && offset % page == page - 1 && fstat(file, &status) == 0 && status.st_size < offset;
    off_t start = is_growing && status.st_size > offset - page ? status.st_size : offset - (page - 1);
    while (is_growing && start < offset) {
        ssize_t written = pwrite(file, nothing, (size_t)(offset - start), start);
        if (written < 0) return -1;
        start += written;
    }
    return pwrite(file, bytes, count, offset);
}

static void leave_no_holes(void) {
    FIND(sqlite3_vfs_find)
    sqlite3_vfs *files = real ? real("unix") : NULL;
    if (!files || files->iVersion < 3 || !files->xSetSystemCall) return;
    // Which of them it calls was decided when it was built.
    files->xSetSystemCall(files, "pwrite", (sqlite3_syscall_ptr)write_without_holes);
    files->xSetSystemCall(files, "pwrite64", (sqlite3_syscall_ptr)write_without_holes);
}

int carrel_sqlite_configure(void) {
    FIND(sqlite3_config)
    int code = real(SQLITE_CONFIG_MEMSTATUS, 0);
    // More would fail: what no longer fits in memory is written at once, and SQLite writes no 128 KiB at once, but takes
    // the disk for full.
    if (code == SQLITE_OK) code = real(SQLITE_CONFIG_STMTJRNL_SPILL, 120 << 10);
    // Last: it begins SQLite, which then takes no settings.
    leave_no_holes();
    return code;
}

static sqlite3_file *file_of(sqlite3 *database) {
    FIND(sqlite3_file_control)
    sqlite3_file *file = NULL;
    int code = real ? real(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) : SQLITE_MISUSE;
    return code == SQLITE_OK && file && file->pMethods ? file : NULL;
}

sqlite3_int64 carrel_sqlite_file_size(sqlite3 *database) {
    sqlite3_file *file = file_of(database);
    sqlite3_int64 size = -1;
    return file && file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}

int carrel_sqlite_read_file(sqlite3 *database, void *bytes, int length, sqlite3_int64 offset) {
    sqlite3_file *file = file_of(database);
    return file ? file->pMethods->xRead(file, bytes, length, offset) : SQLITE_IOERR;
}

int carrel_sqlite_read_failure(sqlite3 *database) {
    FIND(sqlite3_file_control)
    static const int files[] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
    for (int i = 0; i < 2; i++) {
        sqlite3_file *file = NULL;
        int code = real ? real(database, "main", files[i], &file) : SQLITE_MISUSE;
        if (code != SQLITE_OK || !file || !file->pMethods) continue;
        int failure = 0;
        code = file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &failure);
        // Those that it makes damage of: unixRead in sqlite.org/src/file/src/os_unix.c.
        if (code == SQLITE_OK && (failure == EIO || failure == ENXIO || failure == ERANGE)) return failure;
    }
    return 0;
}

int carrel_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

int carrel_sqlite_bind_lent_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_STATIC);
}

FORWARD(const char *, sqlite3_libversion, (void), (), NULL)
FORWARD(const char *, sqlite3_errstr, (int code), (code), NULL)

FORWARD(
    int, sqlite3_open_v2, (const char *file, sqlite3 **database, int flags, const char *system),
    (file, database, flags, system), SQLITE_CANTOPEN)
FORWARD(int, sqlite3_close_v2, (sqlite3 * database), (database), SQLITE_MISUSE)
FORWARD(int, sqlite3_busy_timeout, (sqlite3 * database, int milliseconds), (database, milliseconds), SQLITE_MISUSE)
FORWARD(int, sqlite3_changes, (sqlite3 * database), (database), 0)
FORWARD(int, sqlite3_errcode, (sqlite3 * database), (database), SQLITE_MISUSE)
FORWARD(const char *, sqlite3_errmsg, (sqlite3 * database), (database), NULL)
FORWARD(int, sqlite3_system_errno, (sqlite3 * database), (database), 0)
FORWARD(int, sqlite3_get_autocommit, (sqlite3 * database), (database), 1)
FORWARD(sqlite3_int64, sqlite3_last_insert_rowid, (sqlite3 * database), (database), 0)
FORWARD(
    int, sqlite3_exec,
    (sqlite3 * database, const char *statements, int (*row)(void *, int, char **, char **), void *owner, char **message),
    (database, statements, row, owner, message), SQLITE_MISUSE)

FORWARD(
    int, sqlite3_prepare_v2,
    (sqlite3 * database, const char *text, int length, sqlite3_stmt **statement, const char **rest),
    (database, text, length, statement, rest), SQLITE_MISUSE)
FORWARD(
    int, sqlite3_prepare_v3,
    (sqlite3 * database, const char *text, int length, unsigned flags, sqlite3_stmt **statement, const char **rest),
    (database, text, length, flags, statement, rest), SQLITE_MISUSE)
FORWARD(int, sqlite3_step, (sqlite3_stmt * statement), (statement), SQLITE_MISUSE)
FORWARD(int, sqlite3_reset, (sqlite3_stmt * statement), (statement), SQLITE_MISUSE)
FORWARD(int, sqlite3_finalize, (sqlite3_stmt * statement), (statement), SQLITE_MISUSE)

FORWARD(int, sqlite3_bind_null, (sqlite3_stmt * statement, int index), (statement, index), SQLITE_MISUSE)
FORWARD(
    int, sqlite3_bind_int64, (sqlite3_stmt * statement, int index, sqlite3_int64 value), (statement, index, value),
    SQLITE_MISUSE)
FORWARD(
    int, sqlite3_bind_text,
    (sqlite3_stmt * statement, int index, const char *text, int length, sqlite3_destructor_type release),
    (statement, index, text, length, release), SQLITE_MISUSE)
FORWARD(
    int, sqlite3_bind_pointer,
    (sqlite3_stmt * statement, int index, void *pointer, const char *type, sqlite3_destructor_type release),
    (statement, index, pointer, type, release), SQLITE_MISUSE)

FORWARD(int, sqlite3_column_type, (sqlite3_stmt * statement, int column), (statement, column), SQLITE_NULL)
FORWARD(int, sqlite3_column_bytes, (sqlite3_stmt * statement, int column), (statement, column), 0)
FORWARD(const void *, sqlite3_column_blob, (sqlite3_stmt * statement, int column), (statement, column), NULL)
FORWARD(double, sqlite3_column_double, (sqlite3_stmt * statement, int column), (statement, column), 0)
FORWARD(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * statement, int column), (statement, column), 0)
FORWARD(const unsigned char *, sqlite3_column_text, (sqlite3_stmt * statement, int column), (statement, column), NULL)

FORWARD(int, sqlite3_value_int, (sqlite3_value * value), (value), 0)
FORWARD(sqlite3_int64, sqlite3_value_int64, (sqlite3_value * value), (value), 0)
FORWARD_NOTHING(
    sqlite3_result_blob,
    (sqlite3_context * result, const void *bytes, int length, sqlite3_destructor_type release),
    (result, bytes, length, release))
FORWARD_NOTHING(sqlite3_result_double, (sqlite3_context * result, double value), (result, value))
FORWARD_NOTHING(
    sqlite3_result_error, (sqlite3_context * result, const char *message, int length), (result, message, length))
FORWARD_NOTHING(sqlite3_result_error_code, (sqlite3_context * result, int code), (result, code))

FORWARD(
    sqlite3_backup *, sqlite3_backup_init,
    (sqlite3 * to, const char *to_name, sqlite3 *from, const char *from_name), (to, to_name, from, from_name), NULL)
FORWARD(int, sqlite3_backup_step, (sqlite3_backup * backup, int pages), (backup, pages), SQLITE_MISUSE)
FORWARD(int, sqlite3_backup_finish, (sqlite3_backup * backup), (backup), SQLITE_MISUSE)
