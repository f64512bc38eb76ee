#pragma once

// libpq, loaded when it is first called; only what Carrel uses of it. Without it `PQconnectdbParams` gives NULL.

#include <postgresql/libpq-fe.h>
#include <poll.h>

// Has a connection keep the server's notices to itself, which libpq would write to standard error.
void carrel_pq_silence(PGconn *connection);

// Whether libpq could be loaded.
int carrel_pq_is_there(void);
