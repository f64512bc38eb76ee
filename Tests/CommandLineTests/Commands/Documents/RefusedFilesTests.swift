import CarrelTesting
import Foundation
import Testing

/// Documents in folders that may not be written for a while: nothing is lost, and what is recorded stays true.
@Suite(
    .enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"), .timeLimit(.minutes(2)))
struct RefusedFilesTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    /// A library with two versions of `A/one.txt`, and `B/two.txt`.
    init() async throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        server.on("/two.txt", .text("two"))
        serve("A,One,/one.txt,A/one.txt")
        for text in ["first", "second"] {
            server.on("/one.txt", .document(Data(text.utf8), entityTag: "\"\(text)\""))
            let sync = try await CarrelProcess(
                ["sync", "--profile", "url-list", server.address("/notes.csv")], in: workspace
            ).wait()
            #expect(sync.status == 0, "\(sync.error)")
        }
    }

    private func serve(_ first: String...) {
        let lines = ["module,title,url,file"] + first + ["B,Two,/two.txt,B/two.txt"]
        let text = lines.joined(separator: "\n") + "\n"
        server.on("/notes.csv", .text(text, tag: "\"\(text.count)\""))
    }

    /// Runs a command while a folder of the library may not be written.
    private func carrel(_ command: String, without folder: String) async throws -> CarrelProcess.Result {
        try await workspace.shell(
            """
            chmod 555 'Carrel/\(folder)'
            \(PlainRights.words) carrel \(command) && status=0 || status=$?
            chmod 755 'Carrel/\(folder)'
            exit $status
            """)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: workspace.library.appending(path: path), encoding: .utf8)
    }

    private func versions(of name: String) throws -> [String] {
        let folder = workspace.library.appending(path: ".carrel/versions/\(name)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { try text(".carrel/versions/\(name)/\($0)") }
    }

    @Test func `a document that cannot be removed keeps its versions, and the others are removed`()
        async throws
    {
        serve()
        _ = try await workspace.carrel("sync")
        _ = try await workspace.carrel("ignore", "B/1")
        let prune = try await carrel("prune --orphaned --ignored --yes", without: "A")
        #expect(prune.status == 1, "\(prune)")
        #expect(
            prune.error.contains("kept: A/one.txt: it could not be removed: Permission denied"),
            "\(prune.error)")
        #expect(prune.output.hasSuffix("1 removed · 3 B\n"), "\(prune.output)")
        #expect(try text("A/one.txt") == "second")
        #expect(try versions(of: "A/one.txt") == ["first"])
        #expect(try await workspace.carrel("prune", "--orphaned", "--yes").status == 0)
        #expect(try workspace.documents().isEmpty)
    }

    @Test func `a document that may not be read is not damaged, and stays with what was written into it`()
        async throws
    {
        let file = workspace.library.appending(path: "A/one.txt")
        try Data("my notes".utf8).write(to: file)
        for options in ["", " --repair"] {
            let verified = try await workspace.shell(
                """
                chmod 000 Carrel/A/one.txt
                \(PlainRights.words) carrel verify\(options) && status=0 || status=$?
                chmod 644 Carrel/A/one.txt
                exit $status
                """)
            #expect(verified.status == 1 && verified.error.isEmpty, "\(verified)")
            let reason = "could not be read: Permission denied. Give yourself read permission"
            #expect(verified.output.hasPrefix("unreadable A/one.txt"), "\(verified)")
            #expect(verified.output.hasSuffix("\(reason)\n1 intact, 1 unreadable\n"), "\(verified)")
        }
        #expect(try text("A/one.txt") == "my notes")
        #expect(try await workspace.carrel("quarantine", "list").output == "nothing is set aside\n")
    }

    @Test func `a search that can make no index says so once`() async throws {
        let search = try await carrel("search first", without: ".carrel")
        #expect(search.status == 5, "\(search)")
        #expect(search.error.split(separator: "\n").count == 1, "\(search)")
        #expect(!search.error.contains("what is new is not searched"), "\(search)")
    }

    @Test func `a document that is no longer listed is removed under the name that somebody gave it`()
        async throws
    {
        serve()
        _ = try await workspace.carrel("sync")
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "A/one.txt"),
            to: workspace.library.appending(path: "renamed.txt"))
        let prune = try await workspace.carrel("prune", "--orphaned", "--yes")
        #expect(prune.status == 0 && prune.output.hasSuffix("1 removed · 6 B\n"), "\(prune)")
        #expect(try workspace.documents().keys.sorted() == ["B/two.txt"])
    }

    @Test func `a version that could not be restored leaves the records as they were`() async throws {
        func rows() async throws -> String {
            try await workspace.carrel("list", "A", "--json").output
        }
        let before = try await rows()
        let restore = try await carrel("restore A/1 --version 1", without: "A")
        #expect(restore.status == 5, "\(restore)")
        #expect(try text("A/one.txt") == "second")
        let versions = try await workspace.carrel("versions", "A/1").output
        #expect(versions.contains("stored") && !versions.contains("restored"), "\(versions)")
        #expect(versions.split(separator: "\n").count == 2, "\(versions)")
        let why = try await workspace.carrel("why", "A/1").output
        #expect(why.contains("failed"), "\(why)")
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(try await rows() == before)
    }

    @Test func `an edited document beside which no version can come is still the item's`() async throws {
        try Data("my own words".utf8).write(to: workspace.library.appending(path: "A/one.txt"))
        server.on("/one.txt", .document("third", entityTag: "\"third\""))
        let sync = try await carrel("sync", without: ".carrel/versions/A/one.txt")
        #expect(sync.status == 1, "\(sync)")
        #expect(try workspace.documents().keys.sorted() == ["A/one.txt", "B/two.txt"])
        let list = try await workspace.carrel("list", "A").output
        #expect(list.contains("changed on disk"), "\(list)")
        #expect(try versions(of: "A/one.txt") == ["first"])
        #expect(try await workspace.carrel("sync").output.contains("updated"))
        #expect(try text("A/one.txt") == "my own words")
        #expect(try workspace.documents().count == 3)
    }
}
