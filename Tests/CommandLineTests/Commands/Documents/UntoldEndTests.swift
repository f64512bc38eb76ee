import CarrelTesting
import Foundation
import Testing

/// Documents over plain HTTP whose end only the end of the connection tells, as its breaking does.
@Suite(.timeLimit(.minutes(2))) struct UntoldEndTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    @Test func `the date in a catalogue counts once the same bytes came twice`() async throws {
        let whole = Data("The tide comes in, and it goes out.\n".utf8)
        let list = try workspace.write(
            "list.csv", "url,title,modified\n\(server.address("/a.txt")),One,2020-01-02T00:00:00Z\n")
        server.on("/a.txt", .untilClose(whole.prefix(9)))
        #expect(try await workspace.carrel("sync", list).output.contains("1 new"))
        server.on("/a.txt", .untilClose(whole))
        #expect(try await workspace.carrel("sync", list).output.contains("1 updated"))
        #expect(try workspace.documents().values.map { $0 } == [whole])
        #expect(try await workspace.carrel("sync", list).output.contains("1 unchanged"))
        #expect(server.requests(for: "/a.txt").count == 3)
        #expect(try await workspace.carrel("sync", list).output.contains("1 unchanged"))
        #expect(server.requests(for: "/a.txt").count == 3)
    }
}
