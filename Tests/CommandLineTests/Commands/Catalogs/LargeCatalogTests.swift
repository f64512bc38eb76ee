import CarrelBasics
import CarrelTesting
import Foundation
import Testing

/// Catalogues that are read in parts, from the command line: with little memory allowed, small ones are, too.
@Suite(.timeLimit(.minutes(3))) struct LargeCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    /// Serves documents, those that may be fetched, and gives the list of all.
    private func list(_ count: Int) -> String {
        for number in 0..<min(count, 100) {
            server.on(
                "/\(number % 9)/\(number).txt", .document("content of \(number)", entityTag: "\"\(number)\""))
        }
        return (0..<count).map { number in
            server.address("/\(number % 9)/\(number).txt") + "\n"
        }.joined()
    }

    private func inParts(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments + ["--set", "source.max-memory=1KiB"], in: workspace).wait()
    }

    private func json(_ result: CarrelProcess.Result, _ key: String) -> Int? {
        result.objects.last?[key] as? Int
    }

    @Test(arguments: [false, true])
    func `a large catalogue fills a library as a small one does`(isOnTheWeb: Bool) async throws {
        let text = list(60)
        let place: String
        if isOnTheWeb {
            server.on("/list.txt", .content(Data(text.utf8)))
            place = server.address("/list.txt")
        } else {
            _ = try workspace.write("list.txt", text)
            place = "list.txt"
        }
        let first = try await inParts("sync", "--json", place)
        #expect(first.status == 0, "\(first.error)")
        #expect(json(first, "downloaded") == 60 && json(first, "listed") == 60)
        #expect(try workspace.documents().count == 60)
        #expect(try workspace.documents()["list-7.txt"] == Data("content of 7".utf8))
        let again = try await inParts("sync", "--json", place)
        #expect(json(again, "unchanged") == 60 && json(again, "bytes") == 0, "\(again.error)")
        // The same library, read as a whole.
        let whole = try await workspace.carrel("sync", "--json", place)
        #expect(json(whole, "unchanged") == 60 && json(whole, "downloaded") == 0, "\(whole.error)")
        let listed = try await workspace.carrel("list", "--json")
        #expect(listed.objects.first?["items"] as? Int == 60 && listed.objects.first?["stored"] as? Int == 60)
    }

    @Test func `a plan in parts can be kept in a file and applied`() async throws {
        // Three parts.
        _ = try workspace.write("list.txt", list(8500))
        let whole = try await workspace.carrel("plan", "--json", "list.txt")
        let parts = try await inParts("plan", "--json", "list.txt")
        let (entries, other) = (parts.output.split(separator: "\n"), whole.output.split(separator: "\n"))
        // The first line says when the catalogue was read.
        #expect(parts.status == 0 && entries.dropFirst() == other.dropFirst(), "\(parts.error)")
        #expect(parts.objects.count == 8501)
        let text = try await inParts("plan", "list.txt")
        #expect(text.output.contains("8500 download"), "\(text.output.suffix(200))")
        let some = entries.prefix(21).joined(separator: "\n")
        _ = try workspace.write("some.plan", some)
        let applied = try await workspace.carrel("sync", "--json", "--plan", "some.plan")
        #expect(json(applied, "downloaded") == 20, "\(applied.error)")
        #expect(try workspace.documents().count == 20)
    }

    @Test func `a large catalogue is added in parts, and says what a small one does`() async throws {
        _ = try workspace.write("list.txt", list(6000))
        let whole = try await workspace.carrel("add", "list.txt", "--library", "whole")
        let parts = try await inParts("add", "list.txt")
        #expect(parts.status == 0 && parts.output == whole.output, "\(parts.output)\(parts.error)")
        #expect(parts.output.contains("1 collection, 6000 items, 6000 to fetch"), "\(parts.output)")
        let listed = try await workspace.carrel("list", "--json")
        #expect(listed.objects.first?["items"] as? Int == 6000, "\(listed.output)\(listed.error)")
        _ = try workspace.write("list.txt", list(60))
        let synced = try await workspace.carrel("sync", "list", "--json")
        #expect(json(synced, "downloaded") == 60 && synced.status == 0, "\(synced.error)")
    }

    @Test func `what is wrong with a large catalogue is said as of a small one`() async throws {
        _ = try workspace.write(
            "new.jsonl", "{\"carrel\": 2}\n" + String(repeating: "{\"type\": \"item\"}\n", count: 200))
        let whole = try await workspace.carrel("sync", "new.jsonl")
        let parts = try await inParts("sync", "new.jsonl")
        #expect(whole.status == 4 && parts.status == 4)
        #expect(parts.error == whole.error && parts.error.contains("line 1"), "\(parts.error)")
        _ = try workspace.write("more.txt", list(100))
        let many = try await inParts("sync", "more.txt", "--set", "parse.max-items=50")
        #expect(many.status == 4 && many.error.contains("parse.max-items"), "\(many.error)")
        #expect(!FileManager.default.fileExists(atPath: workspace.library.appending(path: "more-1.txt").path))
    }

    @Test func `a table is read as a whole, whatever its size`() async throws {
        let rows = list(40).split(separator: "\n").map { "Title,\($0)" }
        _ = try workspace.write("table.csv", "title,url\n" + rows.joined(separator: "\n"))
        let result = try await inParts("sync", "--json", "table.csv")
        #expect(json(result, "downloaded") == 40, "\(result.error)")
    }
}
