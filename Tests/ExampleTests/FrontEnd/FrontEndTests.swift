import CarrelBasics
import CarrelCore
import CarrelTesting
import Foundation
import Testing

/// A front end that is written as docs/WritingAFrontEnd.md says.
@Suite(.timeLimit(.minutes(2)))
struct FrontEndTests {
    @Test func `a front end of one's own follows a catalogue and shows what arrives`() async throws {
        let server = try LoopbackServer()
        let list = ["one", "gone", "two"].map { server.address("/\($0).txt") }
        server.on("/list.txt", .text(list.joined(separator: "\n")))
        server.on("/one.txt", .text("the first one"))
        server.on("/two.txt", .text("the second one"))
        let folder = try TemporaryFolder()
        let shown = Locked<[String]>([])
        let board = ArrivalsBoard(folder: folder.url.path)
        let summary = try await board.follow(server.address("/list.txt")) { line in
            shown.withLock { $0.append(line) }
        }
        let lines = shown.value
        #expect(summary.new == 2 && summary.failed == 1, "\(summary)")
        #expect(lines.filter { $0.hasSuffix(": the first one") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasSuffix(": the second one") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.contains("404 Not Found") }.count == 1, "\(lines)")
    }

    @Test func `the page prints the front end as it is`() throws {
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: Project.folder.appending(path: path)), as: UTF8.self)
        }
        let code = try text("Tests/ExampleTests/FrontEnd/ArrivalsBoard.swift")
        #expect(try text("docs/WritingAFrontEnd.md").contains("```swift\n\(code)```\n"))
    }
}
