import CarrelPostgreSQL
import CarrelStages
import CarrelTesting
import Testing

/// How long others wait for a process that was stopped in the middle of a transaction.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(1)))
struct StoppedProcessTests {
    @Test func `who stands still while others wait loses the connection soon`() throws {
        let server = try #require(PostgreSQLServer.shared)
        let session = try PostgreSQLSession(try PostgreSQLAddress(server.address), schema: "public")
        func patience() throws(StoreError) -> String? {
            try session.run("SELECT current_setting('idle_in_transaction_session_timeout')").first?.text(0)
        }
        let ofAll = try patience()
        #expect(ofAll == "1min")
        let ofRecords = try session.transaction { () throws(StoreError) in
            try session.run([.brief])
            return try patience()
        }
        #expect(ofRecords == "8s")
        #expect(try patience() == "1min")
    }
}
