// libpq, loaded when a library is kept in PostgreSQL: it brings Kerberos, LDAP and their libraries along.

#include "CPostgreSQL.h"

#include "CLoading.h"

LOADED_LIBRARY("libpq.so.5")

static const char missing_words[] = "libpq is not installed";

FORWARD(int, PQlibVersion, (void), (), 0)
FORWARD_NOTHING(PQfreemem, (void *memory), (memory))

FORWARD(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message), NULL)
FORWARD_NOTHING(PQconninfoFree, (PQconninfoOption *options), (options))
FORWARD(
    PGconn *, PQconnectdbParams, (const char *const *keywords, const char *const *values, int expand),
    (keywords, values, expand), NULL)
FORWARD_NOTHING(PQfinish, (PGconn *connection), (connection))
FORWARD(ConnStatusType, PQstatus, (const PGconn *connection), (connection), CONNECTION_BAD)
FORWARD(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection), PQTRANS_UNKNOWN)
FORWARD(char *, PQerrorMessage, (const PGconn *connection), (connection), (char *)missing_words)
FORWARD(int, PQserverVersion, (const PGconn *connection), (connection), 0)
FORWARD(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection), 0)
FORWARD(int, PQconnectionUsedPassword, (const PGconn *connection), (connection), 0)
FORWARD(int, PQsocket, (const PGconn *connection), (connection), -1)
FORWARD(int, PQsetnonblocking, (PGconn *connection, int on), (connection, on), -1)
FORWARD(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *connection, PQnoticeProcessor take, void *owner),
        (connection, take, owner), NULL)

FORWARD(int, PQenterPipelineMode, (PGconn *connection), (connection), 0)
FORWARD(int, PQpipelineSync, (PGconn *connection), (connection), 0)
FORWARD(
    int, PQsendPrepare,
    (PGconn *connection, const char *name, const char *query, int count, const Oid *types),
    (connection, name, query, count, types), 0)
FORWARD(
    int, PQsendQueryPrepared,
    (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
     const int *formats, int result),
    (connection, name, count, values, lengths, formats, result), 0)
FORWARD(int, PQflush, (PGconn *connection), (connection), -1)
FORWARD(int, PQconsumeInput, (PGconn *connection), (connection), 0)
FORWARD(int, PQisBusy, (PGconn *connection), (connection), 0)
FORWARD(PGresult *, PQgetResult, (PGconn *connection), (connection), NULL)
FORWARD(PGnotify *, PQnotifies, (PGconn *connection), (connection), NULL)

FORWARD_NOTHING(PQclear, (PGresult *result), (result))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult *result), (result), PGRES_FATAL_ERROR)
FORWARD(char *, PQresultErrorField, (const PGresult *result, int field), (result, field), NULL)
FORWARD(char *, PQresultErrorMessage, (const PGresult *result), (result), (char *)missing_words)
FORWARD(int, PQntuples, (const PGresult *result), (result), 0)
FORWARD(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column), 1)
FORWARD(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column), 0)
FORWARD(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column), NULL)

static void say_nothing(void *owner, const char *message) {
    (void)owner;
    (void)message;
}

void carrel_pq_silence(PGconn *connection) { PQsetNoticeProcessor(connection, say_nothing, NULL); }

int carrel_pq_is_there(void) { return PQlibVersion() >= 140000; }
