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

    @Test func `a document without its end is asked for once by each sync after somebody accepted it`()
        async throws
    {
        let list = try workspace.write("list.csv", "url,title\n\(server.address("/a.pdf")),One\n")
        server.on("/a.pdf", .untilClose(Data("%PDF-1.4\nThe tide comes in".utf8)))
        let first = try await workspace.carrel("sync", list)
        #expect(first.output.contains("1 set aside"), "\(first.output)\(first.error)")
        #expect(server.requests(for: "/a.pdf").count == 2)
        #expect(try await workspace.carrel("quarantine", "accept", "One").status == 0)
        #expect(try await workspace.carrel("sync", list).output.contains("1 unchanged"))
        #expect(server.requests(for: "/a.pdf").count == 3)
    }
}
