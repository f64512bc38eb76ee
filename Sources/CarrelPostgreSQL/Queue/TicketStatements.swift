import CarrelStages
import Foundation

/// Takes jobs out of the queue in the transaction that records how they ended.
package enum TicketStatements {
    /// Locks the leases that have not ended, and names them with their workers.
    ///
    /// While they are locked, nobody else gets their jobs.
    ///
    /// - Parameter tickets: the jobs that have ended.
    /// - Returns: a statement that gives two numbers a row.
    package static func locking(_ tickets: [JobTicket]) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT id, worker FROM queue_lease WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE",
            [.integers(Set(tickets.map(\.lease)).sorted())])
    }

    /// Takes jobs out, keeps their endings for those who follow, and removes leases that have nothing left to do.
    ///
    /// - Parameters:
    ///   - tickets: the jobs that have ended, of leases that were locked.
    ///   - schema: the library's schema.
    /// - Returns: the statements.
    /// - Throws: `StoreError` if a receipt cannot be written.
    package static func ending(
        _ tickets: [JobTicket], schema: String
    ) throws(StoreError) -> [PostgreSQLStatement] {
        let leases = tickets.map(\.lease)
        let receipts: [String]
        do {
            let encoder = JSONEncoder()
            receipts = try tickets.map { String(decoding: try encoder.encode($0.receipt), as: UTF8.self) }
        } catch {
            throw StoreError(.system, subject: "a receipt", reason: "it cannot be written: \(error)")
        }
        return [
            PostgreSQLStatement(
                """
                WITH ended AS (
                    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY
                        AS ticket (lease, item, receipt, place)
                ), locked AS (
                    SELECT j.id, e.receipt, e.place FROM queue_job j
                    JOIN ended e ON e.item = j.item AND e.lease = j.lease
                    ORDER BY j.id FOR UPDATE OF j
                ), gone AS (
                    DELETE FROM queue_job j USING locked l WHERE j.id = l.id RETURNING j.ord, l.receipt, l.place
                ), kept AS (
                    INSERT INTO queue_ending (ord, receipt)
                    SELECT g.ord, g.receipt FROM gone g
                    JOIN queue_order o ON o.id = g.ord AND o.followed_until > statement_timestamp()
                    ORDER BY g.place
                    RETURNING ord
                )
                SELECT pg_notify($4::text, 'ended') WHERE EXISTS (SELECT 1 FROM kept)
                """,
                [
                    .integers(leases), .texts(tickets.map { QueueItem.key($0.receipt.job.key) }),
                    .texts(receipts), .text(channel(schema)),
                ]),
            PostgreSQLStatement(
                """
                DELETE FROM queue_lease l WHERE id = ANY ($1::bigint[]) AND is_released
                    AND NOT EXISTS (SELECT 1 FROM queue_job WHERE lease = l.id)
                """, [.integers(Set(leases).sorted())]),
        ]
    }

    /// The channel on which the queue of a schema tells that jobs were added or have ended.
    package static func channel(_ schema: String) -> String { "carrel_queue_\(schema)" }
}
