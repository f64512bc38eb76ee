import CarrelTesting
import Foundation
import Testing

/// Exports of a library that has not all the documents that it records.
@Suite(.timeLimit(.minutes(2))) struct ExportLossTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private let one = "A,One,/1.txt,a/50%.txt"
    private let two = "A,Two,/2.txt,a/two.txt"
    private let three = "B,Three,/3.txt,b/three.txt"

    init() async throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...3 { server.on("/\(number).txt", .text("text \(number)")) }
        try await sync([one, two, three], tag: "\"1\"")
        #expect(try workspace.documents().count == 3)
    }

    private func sync(_ rows: [String], tag: String) async throws {
        let table = (["module,title,url,file"] + rows).joined(separator: "\n")
        server.on("/notes.csv", .text(table, tag: tag))
        let synced = try await workspace.carrel(
            "sync", "--profile", "url-list", "--quiet", server.address("/notes.csv"))
        #expect(synced.status == 0, "\(synced.error)")
    }

    private func export(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(["export"] + arguments, in: workspace).wait()
    }

    /// Exports while one document is not to be had, and expects the others.
    private func requireLeftOut(_ format: String, because reason: String) async throws {
        let result = try await export(format, "out")
        #expect(result.status == 1 && result.output == "out: 2 documents, 12 B\n", "\(result.output)")
        #expect(result.error.contains("a/two.txt: left out, because \(reason)"), "\(result.error)")
        let texts = try await workspace.shell("find out -type f; grep -rh 'two.txt' out; true")
        #expect(!texts.output.contains("two.txt") && texts.output.contains("three.txt"), "\(texts.output)")
        if format == "bagit" {
            let check = try await workspace.shell(
                "cd out && sed 's/%25/%/' manifest-sha256.txt | sha256sum -c -")
            #expect(check.status == 0, "\(check.output)")
        }
    }

    @Test func `--json names what was left out`() async throws {
        try FileManager.default.removeItem(at: workspace.library.appending(path: "a/two.txt"))
        let result = try await export("bagit", "out", "--json")
        #expect(result.status == 1, "\(result.error)")
        #expect(result.objects.last?["leftOut"] as? [String] == ["a/two.txt"], "\(result.output)")
    }

    @Test(arguments: ["bagit", "ro-crate", "opds", "site"])
    func `a document whose file is gone is left out and named, the others are exported`(format: String)
        async throws
    {
        try FileManager.default.removeItem(at: workspace.library.appending(path: "a/two.txt"))
        try await requireLeftOut(format, because: "its file is gone. Run carrel sync")
    }

    @Test func `a document that nothing fetches again is named with the command that removes its record`()
        async throws
    {
        try await sync([one, three], tag: "\"2\"")
        #expect(try await workspace.carrel("ignore", "Three").output == "1 ignored\n")
        for name in ["a/two.txt", "b/three.txt"] {
            try FileManager.default.removeItem(at: workspace.library.appending(path: name))
        }
        let (unlisted, ignored) = (
            "it is no longer listed%carrel prune --orphaned removes its record",
            "it is ignored%carrel prune --ignored removes its record"
        )
        let exported = try await export("bagit", "first")
        let repaired = try await workspace.carrel("verify", "--repair")
        #expect(exported.status == 1 && repaired.status == 1)
        for words in [unlisted, ignored] {
            #expect(exported.error.contains(words.replacing("%", with: ": ")), "\(exported.error)")
            #expect(repaired.output.contains(words.replacing("%", with: "; ")), "\(repaired.output)")
        }
        let pruned = try await workspace.carrel("prune", "--orphaned", "--ignored", "--yes")
        #expect(pruned.status == 0, "\(pruned.output)\(pruned.error)")
        #expect(try await workspace.carrel("verify").status == 0)
        let last = try await export("bagit", "last")
        #expect(last.status == 0 && last.output == "last: 1 document, 6 B\n", "\(last.output)\(last.error)")
    }

    @Test(arguments: ["bagit", "ro-crate", "opds", "site"])
    func `a damaged document is left out and named, the others are exported`(format: String) async throws {
        let file = workspace.library.appending(path: "a/two.txt").path
        // Of the same size, and written at the same time.
        let damaged = try await workspace.shell(
            "touch -r '\(file)' time && printf 'tExt 2' > '\(file)' && touch -r time '\(file)'")
        #expect(damaged.status == 0, "\(damaged.error)")
        try await requireLeftOut(format, because: "it is damaged or was edited")
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `a document that may not be read is left out and named as that, the others are exported`()
        async throws
    {
        let result = try await workspace.shell(
            """
            chmod 000 Carrel/a/two.txt
            \(PlainRights.words) carrel export bagit out
            """)
        #expect(result.status == 1 && result.output == "out: 2 documents, 12 B\n", "\(result)")
        #expect(
            result.error.contains(
                "a/two.txt: left out: it may not be read. Give yourself read permission\n"), "\(result)")
        let exported = try await workspace.shell("cd out && find data -type f | sort")
        #expect(exported.output == "data/a/50%.txt\ndata/b/three.txt\n", "\(exported)")
    }
}
