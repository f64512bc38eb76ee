#pragma once

// SQLite, loaded when the first database is opened; only what Carrel uses of it.

#include <sqlite3.h>

// sqlite3_config is variadic. Without the statistics SQLite takes no lock for each piece of memory.
int carrel_sqlite_leave_out_statistics(void);

// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before the call returns.
int carrel_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length);

// SQLITE_STATIC: the bytes stay where they are until the parameter is bound again.
int carrel_sqlite_bind_lent_text(sqlite3_stmt *statement, int index, const char *text, int length);
