import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

extension PostgreSQLLibrary {
    /// What is in the quarantine, the newest first.
    func quarantinedDocuments() throws(StoreError) -> [QuarantinedDocument] {
        try session.run(RecordQuery.quarantine).map(\.quarantined)
    }

    /// The hosts that asked for patience beyond an instant.
    func heldHosts(after date: Date) throws(StoreError) -> [HostHold] {
        try session.run(
            "SELECT name, held_until, reason FROM host WHERE held_until > $1 ORDER BY key",
            PostgreSQLValue(date)
        ).map(\.hostHold)
    }
}
