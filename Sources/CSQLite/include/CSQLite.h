#pragma once

// SQLite, loaded when the first database is opened; only what Carrel uses of it.

#include <sqlite3.h>

// sqlite3_config is variadic. Without the statistics SQLite takes no lock for each piece of memory; what a statement
// would have to take back stays in memory up to 120 KiB, instead of 64, before a file is made for it. The memory that
// processes share is made without holes.
int carrel_sqlite_configure(void);

// The file of a database, read past SQLite's cache and log: its size in bytes, or -1, and a part of it. Through SQLite,
// because to close another descriptor of the file would give up the locks that SQLite holds on it.
sqlite3_int64 carrel_sqlite_file_size(sqlite3 *database);
int carrel_sqlite_read_file(sqlite3 *database, void *bytes, int length, sqlite3_int64 offset);

// The system's error of a read of a database's file, or of its log, that failed; 0 if none did. SQLite calls what it could
// not read damaged.
int carrel_sqlite_read_failure(sqlite3 *database);

// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before the call returns.
int carrel_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length);

// SQLITE_STATIC: the bytes stay where they are until the parameter is bound again.
int carrel_sqlite_bind_lent_text(sqlite3_stmt *statement, int index, const char *text, int length);
