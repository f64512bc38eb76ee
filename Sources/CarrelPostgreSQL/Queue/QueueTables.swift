/// The tables of a shared queue, beside those of the library's records.
///
/// A job belongs to an order and to a host. A lease is of one host; its jobs carry its number until their end is recorded,
/// also after the host was released. `queue_host.waiting` counts jobs without a lease. All times are those of the server.
///
/// Every transaction locks rows in one order, so that no two wait for each other: a worker, leases by their numbers, orders
/// by theirs, jobs by theirs, hosts by their names. A statement that changes several rows locks them sorted before that
/// (`ORDER BY … FOR UPDATE`), or adds them sorted (`ON CONFLICT`). Who locks out of this order waits for nobody (`SKIP
/// LOCKED`): who leases hosts has those in hand before their jobs.
package enum QueueTables {
    /// The statements that make them.
    package static let making = [
        """
        CREATE TABLE queue_worker (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text NOT NULL,
            place text COLLATE "C" NOT NULL,
            since timestamptz NOT NULL DEFAULT statement_timestamp(),
            seen timestamptz NOT NULL DEFAULT statement_timestamp(),
            until timestamptz NOT NULL,
            report text NOT NULL,
            earlier timestamptz NOT NULL DEFAULT statement_timestamp(),
            earlier_done bigint NOT NULL DEFAULT 0,
            recent timestamptz NOT NULL DEFAULT statement_timestamp(),
            recent_done bigint NOT NULL DEFAULT 0,
            done bigint NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE queue_order (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            catalog text NOT NULL,
            limits text NOT NULL,
            followed_until timestamptz NOT NULL,
            is_cancelled boolean NOT NULL DEFAULT false,
            posted timestamptz NOT NULL DEFAULT statement_timestamp()
        )
        """,
        """
        CREATE TABLE queue_host (
            name text COLLATE "C" PRIMARY KEY,
            waiting bigint NOT NULL DEFAULT 0,
            due timestamptz NOT NULL DEFAULT 'infinity',
            urgent timestamptz NOT NULL DEFAULT 'infinity',
            lease bigint,
            free timestamptz NOT NULL DEFAULT '-infinity',
            reason text,
            left_alone text,
            left_until timestamptz NOT NULL DEFAULT '-infinity',
            failures bigint NOT NULL DEFAULT 0,
            pace bigint NOT NULL DEFAULT 0,
            turn timestamptz NOT NULL DEFAULT '-infinity'
        )
        """,
        "CREATE INDEX queue_host_due ON queue_host (due) WHERE lease IS NULL AND waiting > 0",
        "CREATE INDEX queue_host_urgent ON queue_host (urgent) WHERE lease IS NULL AND waiting > 0 AND urgent < 'infinity'",
        "CREATE INDEX queue_host_idle ON queue_host (name) WHERE lease IS NULL AND waiting = 0",
        """
        CREATE TABLE queue_lease (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            host text COLLATE "C" NOT NULL,
            worker bigint NOT NULL REFERENCES queue_worker ON DELETE CASCADE,
            until timestamptz NOT NULL,
            is_released boolean NOT NULL DEFAULT false
        )
        """,
        "CREATE INDEX queue_lease_worker ON queue_lease (worker)",
        "CREATE INDEX queue_lease_until ON queue_lease (until)",
        """
        CREATE TABLE queue_job (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            item text COLLATE "C" NOT NULL UNIQUE,
            host text COLLATE "C" NOT NULL,
            lane bigint NOT NULL,
            due timestamptz NOT NULL DEFAULT '-infinity',
            lease bigint,
            ord bigint NOT NULL REFERENCES queue_order,
            job text NOT NULL
        )
        """,
        "CREATE INDEX queue_job_host ON queue_job (host, lane, id) WHERE lease IS NULL",
        "CREATE INDEX queue_job_lease ON queue_job (lease) WHERE lease IS NOT NULL",
        "CREATE INDEX queue_job_ord ON queue_job (ord)",
        """
        CREATE TABLE queue_ending (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            ord bigint NOT NULL REFERENCES queue_order,
            receipt text NOT NULL
        )
        """,
        "CREATE INDEX queue_ending_ord ON queue_ending (ord, id)",
    ]
}
