import CarrelBasics
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelPostgreSQL

@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(2)))
struct PostgreSQLConnectionTests {
    private func session(_ server: PostgreSQLServer? = .shared) throws -> PostgreSQLSession {
        let server = try #require(server)
        return try PostgreSQLSession(try PostgreSQLAddress(server.address), schema: "public")
    }

    /// A character that Unicode gives to nobody, with which U+0000 is kept.
    private static let nobodys = String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)

    @Test(arguments: [
        "", "plain", "\0", "a\0b\(nobodys)c\(nobodys)0\(nobodys)", "é \u{1F40C}",
        String(repeating: "x", count: 3_000_000),
    ])
    func `a text comes back as it was, whatever is in it`(text: String) throws {
        let session = try session()
        #expect(try session.run("SELECT $1::text", .text(text)).first?.text(0) == text)
        let rows = try session.run("SELECT * FROM unnest($1::text[])", .texts([text, nil, text]))
        #expect(rows.map { $0.text(0) } == [text, nil, text])
        #expect(rows.first?.equals(0, text) == true && rows.first?.equals(0, "another") == false)
    }

    @Test func `a text that is written with other characters is another one`() throws {
        let row = try session().run("SELECT $1::text", .text("caf\u{E9}")).first
        #expect(row?.equals(0, "caf\u{E9}") == true && row?.equals(0, "cafe\u{301}") == false)
    }

    @Test func `numbers, truths, times and nothing come back as they were`() throws {
        let session = try session()
        let numbers: [Int64?] = [0, -1, .max, .min, nil, 258]
        let rows = try session.run(
            "SELECT n, n IS NULL FROM unnest($1::int8[]) AS n", .integers(numbers))
        #expect(rows.map { $0.integer(0) } == numbers)
        #expect(rows.map { $0.flag(1) } == numbers.map { $0 == nil })
        #expect(
            try session.run("SELECT * FROM unnest($1::bool[])", .flags([true, false])).map { $0.flag(0) } == [
                true, false,
            ])
        #expect(try session.run("SELECT * FROM unnest($1::text[])", .texts([])).count == 0)
        #expect(try session.run("SELECT (-5)::int4, 7::int2").first?.integer(0) == -5)
        let date = Date(timeIntervalSince1970: 1_700_000_000.123456)
        let row = try session.run("SELECT $1::int8", PostgreSQLValue(date)).first
        #expect(abs((row?.date(0) ?? .distantPast).timeIntervalSince(date)) < 0.000_001)
        #expect(PostgreSQLValue.microseconds(.distantFuture) > 0)
        #expect(PostgreSQLValue.microseconds(Date(timeIntervalSince1970: .infinity)) == .max)
        #expect(PostgreSQLValue.microseconds(Date(timeIntervalSince1970: .nan)) == 0)
    }

    @Test func `what looks like a statement in a value is a value`() throws {
        let session = try session()
        let text = "'; DROP TABLE x; --"
        #expect(try session.run("SELECT $1::text", .text(text)).first?.text(0) == text)
    }

    @Test func `the server looks whether the machine is still there`() throws {
        let rows = try session().run(
            "SELECT name FROM pg_settings WHERE name LIKE 'tcp_%' AND source = 'session' ORDER BY name")
        // The values are those of the system where the connection is not one of a network.
        #expect(
            rows.map { $0.text(0) } == [
                "tcp_keepalives_count", "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_user_timeout",
            ])
    }

    @Test(arguments: [LibraryHold.alone, .joined])
    func `a library whose schema is gone is not taken for held`(hold: LibraryHold) throws {
        let session = try session()
        let error = #expect(throws: StoreError.self) { try hold.take(session, "nowhere") }
        #expect(error?.code == .gone)
        #expect(error?.description.contains("nowhere") == true)
    }

    @Test func `the server ends no quiet connection that holds a library`() throws {
        let session = try session()
        let setting = "SELECT current_setting('idle_session_timeout', true)"
        // PostgreSQL 13 has none.
        let isKnown = try session.run(setting).first?.text(0) != nil
        if isKnown { try session.run("SET idle_session_timeout = '1h'") }
        try LibraryHold.alone.take(session, "pg_catalog")
        #expect(try session.run(setting).first?.text(0) == (isKnown ? "0" : nil))
    }

    @Test func `many statements with much to send and much to get take one round trip`() throws {
        let session = try session()
        // Much more than a socket holds.
        let text = String(repeating: "y", count: 20_000)
        let all = try session.run(
            (0..<300).map { PostgreSQLStatement("SELECT $1::int8, $2::text", [.integer($0), .text(text)]) })
        #expect(all.map { $0.first?.integer(0) } == (0..<300).map { Int64($0) })
        #expect(all.allSatisfy { $0.first?.text(1)?.utf8.count == text.utf8.count })
    }

    @Test func `a transaction happens whole or not at all, and the connection is good after a failure`()
        throws
    {
        let session = try session()
        try session.run("CREATE TEMP TABLE t (n int8 PRIMARY KEY)")
        let insert = "INSERT INTO t VALUES ($1)"
        #expect(throws: StoreError.self) {
            try session.atomically([1, 2, 1].map { PostgreSQLStatement(insert, [.integer($0)]) })
        }
        #expect(throws: StoreError.self) {
            try session.transaction { () throws(StoreError) in
                try session.run(insert, .integer(5))
                try session.run("SELECT 1 / 0")
            }
        }
        #expect(try session.run("SELECT count(*) FROM t").first?.integer(0) == 0)
        try session.atomically([1, 2].map { PostgreSQLStatement(insert, [.integer($0)]) })
        try session.transaction { () throws(StoreError) in try session.run(insert, .integer(3)) }
        try session.transaction { () throws(StoreError) in }
        #expect(try session.run("SELECT count(*) FROM t").first?.integer(0) == 3)
    }

    @Test func `a transaction that has to give way to another one is repeated`() throws {
        let (one, other) = (try session(), try session())
        let table = PostgreSQLServer.newSchema()
        try one.run("CREATE TABLE public.\(table) (n int8)")
        try one.run("INSERT INTO \(table) VALUES (0)")
        var tries = 0
        try one.transaction { () throws(StoreError) in
            tries += 1
            try one.run("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            try one.run("SELECT n FROM \(table)")
            if tries == 1 { try other.run("UPDATE \(table) SET n = n + 10") }
            try one.run("UPDATE \(table) SET n = n + 1")
        }
        #expect(tries == 2)
        #expect(try other.run("SELECT n FROM \(table)").first?.integer(0) == 11)
    }

    @Test func `a server that was away is found again, unless the connection held something`() throws {
        let server = try PostgreSQLServer()
        let (free, holding) = (try session(server), try session(server))
        holding.stayConnected()
        try free.run("SELECT 1")
        try server.stop(.fast)
        let away = #expect(throws: StoreError.self) { try free.run("SELECT 1") }
        #expect(away?.code == .unreachable && away?.endsRun == true)
        try server.start()
        #expect(try free.run("SELECT 7").first?.integer(0) == 7)
        let lost = #expect(throws: StoreError.self) { try holding.run("SELECT 1") }
        #expect(lost?.code == .unreachable)
        #expect(lost?.reason.contains("lock") == true)
    }

    @Test func `a transaction in which the server goes away does not happen`() throws {
        let server = try PostgreSQLServer()
        let session = try session(server)
        try session.run("CREATE TABLE t (n int8)")
        #expect(throws: StoreError.self) {
            try session.transaction { () throws(StoreError) in
                try session.run("INSERT INTO t VALUES (1)")
                try? server.stop(.immediate)
                try session.run("INSERT INTO t VALUES (2)")
            }
        }
        try server.start()
        #expect(try session.run("SELECT count(*) FROM t").first?.integer(0) == 0)
    }

    @Test func `a password is covered also before a combining mark`() throws {
        let address = try PostgreSQLAddress("host=a password=hunter2")
        #expect(address.covered("not hunter2\u{301}") == "not …\u{301}")
    }

    @Test func `a message that a remedy follows has neither a full stop nor a question of its own`() throws {
        let address = try PostgreSQLAddress("host=a")
        #expect(address.covered("a: closed\nb: refused.\n") == "a: closed b: refused")
        #expect(address.covered("a: refused\n\tIs the server running there?\n") == "a: refused")
    }

    @Test func `what the server refuses is told with its reason, and no password`() throws {
        let server = try #require(PostgreSQLServer.shared)
        let role = "DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'"
        try server.run(role)
        func error(_ text: String) -> StoreError? {
            #expect(throws: StoreError.self) {
                _ = try PostgreSQLSession(try PostgreSQLAddress(text), schema: "public")
            }
        }
        let host = server.folder.path
        for (text, part) in [
            ("host=\(host) dbname=postgres user=locked password=hunter2", "password"),
            ("host=\(host) dbname=postgres user=locked", "password"),
            ("host=\(host) dbname=none user=carrel password=hunter2", "no such database"),
            ("host=/nowhere/hunter2 dbname=postgres user=carrel password=hunter2", "socket"),
            ("postgresql://user:hunter2@with@hunter2.invalid/carrel", ""),
            ("postgresql://user:hun/ter2@localhost:1/carrel", "means something else in a URI"),
            ("postgresql://user:hu/nt@127.0.0.1:1/x", "means something else in a URI"),
            ("postgresql://user:12/34@localhost/x", "means something else in a URI"),
            ("postgresql://user:hun?ter2@localhost/x", "means something else in a URI"),
            ("postgresql://user:pa@ss@localhost/x", "means something else in a URI"),
            ("host=a hunter2 password", "connection string"), ("hunter2", "connection string"),
            ("postgresql://hunter2", ""),
        ] {
            let error = error(text)
            #expect(part.isEmpty || error?.reason.contains(part) == true, "\(text): \(error?.reason ?? "")")
            if text.contains("password=") || text.contains(":hun") {
                #expect(error.map { "\($0)" }?.contains("hunter2") == false, "\(String(describing: error))")
                #expect(error.map { "\($0)" }?.contains("ter2") == false, "\(String(describing: error))")
            }
        }
        #expect(error("host=\(host) dbname=none user=carrel")?.code == .unreachable)
    }

    @Test func `errors of the server have kinds`() throws {
        var session = try session()
        func code(_ sql: String) -> StoreError.Code? {
            #expect(throws: StoreError.self) { try session.run(sql) }?.code
        }
        try session.run("SELECT set_config('statement_timeout', '50ms', false)")
        #expect(code("SELECT pg_sleep(60)") == .unreachable)
        // Without that limit: a busy machine may need longer for any statement.
        session = try self.session()
        try session.run("SELECT set_config('default_transaction_read_only', 'on', false)")
        #expect(code("CREATE TABLE public.never (n int8)") == .denied)
        // It connects anew, as another server may have taken the place of this one.
        #expect(try session.run("SHOW default_transaction_read_only").first?.text(0) == "off")
        #expect(code("SELECT 1 / 0") == .system)
        for (state, code) in [
            ("53100", StoreError.Code.unreachable), ("53300", .unreachable), ("42501", .forbidden),
            ("55P03", .busy),
            ("XX001", .database), ("57P01", .unreachable), ("23505", .nameTaken),
        ] { #expect(PostgreSQLFailure(state: state, "m").storeError("s").code == code, "\(state)") }
    }
}
