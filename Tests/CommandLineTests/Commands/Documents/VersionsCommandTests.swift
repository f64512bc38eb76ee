import CarrelTesting
import Foundation
import Testing

/// Earlier versions: listed, restored, removed.
@Suite(.timeLimit(.minutes(2))) struct VersionsCommandTests {
    private static let hasVips = (try? TestProgram.run("vipsthumbnail", "--version")) != nil
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    /// Serves a text, with validators or without, and syncs.
    @discardableResult
    private func sync(_ text: String, hasValidators: Bool = true) async throws -> CarrelProcess.Result {
        course.server.on(
            "/COMP304/week1.txt",
            hasValidators
                ? .text(text, tag: "\"\(text)\"")
                : .content(text, fields: [("Content-Type", "text/plain")]))
        return try await workspace.carrel("sync", course.url)
    }

    private func document() throws -> String {
        String(decoding: try workspace.documents()["COMP304-week1.txt"] ?? Data(), as: UTF8.self)
    }

    /// The sizes of the versions, the stored one last.
    private func sizes() async throws -> [Int] {
        try await workspace.carrel("versions", "COMP304/1", "--json").objects.map { $0["bytes"] as? Int ?? 0 }
    }

    @Test func `a document whose file is gone is nowhere said to be stored`() async throws {
        for text in ["1", "22"] { try await sync(text, hasValidators: true) }
        try FileManager.default.removeItem(at: workspace.library.appending(path: "COMP304-week1.txt"))
        let row = try #require(try await workspace.carrel("list", "COMP304", "--json").objects.first)
        #expect(row["status"] as? String == "available", "\(row)")
        for key in ["path", "bytes", "sha256", "storedAt"] { #expect(row[key] == nil, "\(row)") }
        let show = try await workspace.carrel("show", "COMP304/1").output
        #expect(show.contains("Status: missing") && !show.contains("COMP304-week1.txt"), "\(show)")
        let list = try await workspace.carrel("list", "COMP304").output
        #expect(list.contains("missing") && !list.contains("not fetched"), "\(list)")
        #expect(try await workspace.carrel("show", "COMP304").output.contains("1 missing"))
        let table = try await workspace.carrel("export", "csv", "-").output
        #expect(table.contains("Week 1") && !table.contains("COMP304-week1.txt"), "\(table)")
        let versions = try await workspace.carrel("versions", "COMP304/1").output.split(separator: "\n")
        #expect(versions.count == 2 && versions[1].hasSuffix("missing"), "\(versions)")
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        #expect(try document() == "1")
    }

    @Test(arguments: ["0", "-1", "x"])
    func `what is not the number of a version is named`(number: String) async throws {
        let result = try await workspace.carrel("restore", "COMP304/1", "--version", number)
        #expect(
            result.status == 2
                && result.error.hasPrefix(
                    "carrel restore: --version \(number): versions are numbered from 1. carrel versions"),
            "\(result.error)")
    }

    @Test(arguments: [true, false])
    func `a version that was restored stays until the server has another one`(hasValidators: Bool)
        async throws
    {
        for text in ["1", "22", "333"] { try await sync(text, hasValidators: hasValidators) }
        #expect(try await sizes() == [1, 2, 3])
        let list = try await workspace.carrel("versions", "COMP304/1").output.split(separator: "\n")
        #expect(list.count == 3 && list[0].hasPrefix("1  ") && list[2].hasSuffix("stored"), "\(list)")
        let restored = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        #expect(restored.output == "restored  COMP304-week1.txt  1 B  version 1\n", "\(restored.error)")
        #expect(try document() == "1")
        // The one that was stored is a version now.
        #expect(try await sizes().contains(3))
        for _ in 1...2 {
            let sync = try await sync("333", hasValidators: hasValidators)
            #expect(sync.output.contains("3 unchanged"), "\(sync.output)")
            #expect(try document() == "1")
        }
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        #expect(try await workspace.carrel("versions", "COMP304/1").output.contains("stored, restored"))
        #expect(!(try await workspace.carrel("new").output.contains("COMP304/1")))
        let next = try await sync("4444", hasValidators: hasValidators)
        #expect(next.output.contains("updated  COMP304: Week 1"), "\(next.output)")
        #expect(try document() == "4444")
        #expect(try await sizes().contains(1))
    }

    @Test(.enabled(if: hasVips, "needs vipsthumbnail of libvips-tools"))
    func `a picture of a version is of that version`() async throws {
        for pixels in [
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4wcCAFTEMLQkAu+UyAWbVCP0AAAAASUVORK5CYII=",
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEElEQVR42mNgYDiBAw0pCQBX5TIB8AD+TQAAAABJRU5ErkJggg==",
        ] {
            let picture = try #require(Data(base64Encoded: pixels))
            course.server.on("/COMP304/week1.txt", .document(picture, mediaType: "image/png"))
            _ = try await workspace.carrel("sync", course.url)
        }
        func drawn(_ name: String, _ more: String...) async throws -> Data {
            let file = workspace.folder.appending(path: name)
            let arguments = ["preview", "COMP304/1", "--image", file.path] + more
            let result = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(result.status == 0, "\(result.error)")
            return try Data(contentsOf: file)
        }
        let (former, stored) = (try await drawn("1.png", "--version", "1"), try await drawn("2.png"))
        #expect(former != stored)
    }

    @Test func `restoring what the server has leaves nothing restored`() async throws {
        for text in ["1", "22"] { try await sync(text) }
        _ = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        let number = try #require(
            try await workspace.carrel("versions", "COMP304/1", "--json").objects.first {
                $0["bytes"] as? Int == 2
            }?["number"] as? Int)
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "\(number)").status == 0)
        #expect(try document() == "22")
        #expect(!(try await workspace.carrel("versions", "COMP304/1").output.contains("restored")))
    }

    @Test func `a version that was restored is the one before the next`() async throws {
        for day in ["Monday", "Friday"] { try await sync("The exam is on \(day) at ten.") }
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        try await sync("The exam is on Sunday at ten.")
        let changed = try await workspace.carrel("diff", "COMP304/1")
        #expect(changed.output == "  The exam is on [-Monday-] {+Sunday+} at ten.\n", "\(changed.error)")
        let before = try await workspace.carrel("diff", "COMP304/1", "--to", "1")
        #expect(before.output == "  The exam is on [-Friday-] {+Monday+} at ten.\n", "\(before.error)")
        let first = try await workspace.carrel("diff", "COMP304/1", "--to", "2")
        #expect(first.status == 1 && first.error.contains("there is no earlier version"), "\(first.error)")
    }

    @Test func `what is replaced by a restored version is kept, also where no versions are`() async throws {
        let none = ["--set", "store.versions=0"]
        for text in ["1", "22"] { try await sync(text) }
        let restore = try await CarrelProcess(
            ["restore", "COMP304/1", "--version", "1"] + none, in: workspace
        ).wait()
        #expect(restore.status == 0, "\(restore.error)")
        #expect(try document() == "1")
        #expect(try await sizes() == [1, 2, 1])
    }

    @Test func `a version that is no longer as it was stored is marked, and named when it is restored`()
        async throws
    {
        for text in ["first", "second"] { try await sync(text) }
        let whole = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        #expect(whole.error.isEmpty, "\(whole.error)")
        try await sync("third")
        let folder = workspace.library.appending(path: ".carrel/versions/COMP304-week1.txt")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let version = try #require(try files.first { try Data(contentsOf: $0) == Data("first".utf8) })
        try Data("FIRST".utf8).write(to: version)
        let list = try await workspace.carrel("versions", "COMP304/1").output.split(separator: "\n")
        #expect(list.filter { $0.hasSuffix("edited") }.count == 1, "\(list)")
        let restore = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        #expect(restore.status == 0)
        #expect(restore.error == "note: version 1 is not as it was stored: edited, or damaged since\n")
        #expect(try document() == "FIRST")
    }

    @Test func `restoring what is stored says so, and changes nothing`() async throws {
        for text in ["1", "22"] { try await sync(text) }
        _ = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        let again = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        #expect(again.status == 0 && again.error.isEmpty, "\(again.error)")
        #expect(again.output == "unchanged  COMP304-week1.txt  version 1 is what is stored\n")
        #expect(try document() == "1")
        #expect(try await workspace.carrel("versions", "COMP304/1").output.contains("stored, restored"))
    }

    @Test func `a version keeps its number, whatever is restored`() async throws {
        for text in ["1", "22", "333"] { try await sync(text) }
        for (number, text) in [(1, "1"), (2, "22"), (1, "1"), (3, "333"), (1, "1"), (2, "22")] {
            let restore = try await workspace.carrel("restore", "COMP304/1", "--version", "\(number)")
            #expect(restore.status == 0, "\(restore.error)")
            #expect(try document() == text)
        }
        let versions = try await workspace.carrel("versions", "COMP304/1", "--json").objects
        let numbered = versions.compactMap { version in
            (version["number"] as? Int).map { [$0, version["bytes"] as? Int ?? 0] }
        }
        // The oldest first: that which was replaced last is the newest.
        #expect(numbered == [[2, 2], [3, 3], [1, 1]])
    }

    @Test func `what cannot be restored is said`() async throws {
        try await sync("1")
        let none = try await workspace.carrel("restore", "COMP304/1", "--version", "7")
        #expect(
            none.status == 1 && none.error.contains("there is no version 7; it has no earlier versions"),
            "\(none.error)")
        for text in ["22", "333"] { try await sync(text) }
        let missing = try await workspace.carrel("restore", "COMP304/1", "--version", "7")
        #expect(
            missing.status == 1 && missing.error.contains("Week 1: there is no version 7; there are 1, 2"),
            "\(missing.error)")
        #expect(try await workspace.carrel("restore", "COMP304/1").status == 2)
    }

    @Test(arguments: [["versions"], ["restore", "--version", "1"], ["diff"]])
    func `what is not stored has no versions, and is fetched where it can be`(command: [String]) async throws
    {
        _ = try await workspace.carrel("add", course.url)
        let absent = try await CarrelProcess(command + ["COMP304/1"], in: workspace).wait()
        #expect(
            absent.status == 1
                && absent.error.hasSuffix("Week 1: it is not stored. Fetch it first: carrel get COMP304/1\n"),
            "\(absent.error)")
        let none = try await CarrelProcess(command + ["COMP304/3"], in: workspace).wait()
        #expect(
            none.status == 1 && none.error.hasSuffix("it is not stored: it is not available yet\n"),
            "\(none.error)")
    }

    // MARK: Prune

    /// A library with an orphan, an ignored document, and two versions of a third, one of them edited.
    private func fill() async throws {
        for text in ["1", "22"] { try await sync(text) }
        try Data("mine, and longer".utf8).write(to: workspace.library.appending(path: "COMP304-week1.txt"))
        try await sync("333")
        _ = try await workspace.carrel("ignore", "COMP304/2")
        let short = course.catalog.replacing(
            "{\"Week 1\": \"\(course.server.address("/COMP307/week1.txt"))\"},", with: "")
        course.server.on("/notes.json", .document(Data(short.utf8), entityTag: "\"d\""))
        _ = try await workspace.carrel("sync", course.url)
    }

    private func kinds(_ arguments: String...) async throws -> [String] {
        try await CarrelProcess(["prune", "--dry-run", "--json"] + arguments, in: workspace).wait().objects
            .map {
                "\($0["kind"] as? String ?? "") \($0["isEdited"] as? Bool == true ? "kept" : "")"
                    .trimmingCharacters(in: .whitespaces)
            }
    }

    @Test func `prune says what it would remove, by kind, age and size`() async throws {
        try await fill()
        let before = try workspace.documents()
        #expect(try await kinds().sorted() == ["ignored", "orphaned", "versions", "versions kept"])
        #expect(try await kinds("--orphaned") == ["orphaned"])
        #expect(try await kinds("--ignored", "--versions").count == 3)
        #expect(try await kinds("--older-than", "1d").isEmpty)
        #expect(try await kinds("--older-than", "0s").count == 4)
        #expect(try await kinds("--larger-than", "100 B") == ["ignored"])
        #expect(try await workspace.carrel("prune", "--older-than", "1m", "--yes").status == 2)
        #expect(try await workspace.carrel("prune", "--older-than", "soon").status == 2)
        let text = try await workspace.carrel("prune", "--dry-run", "--orphaned").output
        #expect(text.hasPrefix("orphaned  COMP307: Week 1  18 B  "), "\(text)")
        #expect(try workspace.documents() == before)
        let asked = try await workspace.carrel("prune")
        #expect(asked.status == 2 && asked.error.contains("2 documents and 1 version"), "\(asked.error)")
        #expect(try workspace.documents() == before)
    }

    @Test func `prune removes what was agreed to, and nothing that somebody wrote into`() async throws {
        try await fill()
        let terminal = try PseudoTerminal()
        let no = try terminal.start(["prune", "--orphaned"], in: workspace)
        try await terminal.expect("Remove 1 document, 18 B? [y/N]")
        try terminal.type("n\n")
        #expect(try await no.wait() == 1)
        #expect(try workspace.documents().count == 4)
        let yes = try terminal.start(["prune", "--orphaned"], in: workspace)
        while terminal.output.matches(of: /\[y\/N\]/).count < 2 {
            try await Task.sleep(for: .milliseconds(5))
        }
        try terminal.type("yes\n")
        #expect(try await yes.wait() == 0)
        #expect(try workspace.documents().count == 3)
        let all = try await workspace.carrel("prune", "--yes")
        #expect(all.status == 0 && all.output.contains("2 removed"), "\(all.output)\(all.error)")
        let names = try workspace.documents().keys.sorted()
        #expect(names.count == 2 && names[0] == "COMP304-week1.txt", "\(names)")
        let versions = try await workspace.carrel("versions", "COMP304/1", "--json").objects
        #expect(versions.map { $0["isEdited"] as? Bool } == [true, false])
        #expect(try await workspace.carrel("verify").output.contains("1 intact, 1 changed on disk\n"))
        #expect(try await workspace.carrel("list", "COMP304").output.contains("Week 2  ignored\n"))
        #expect(try await workspace.carrel("sync").output.contains("1 unchanged"))
        // What somebody wrote into a stored document stays, too.
        _ = try await workspace.carrel("ignore", "COMP304/1")
        try Data("mine".utf8).write(to: workspace.library.appending(path: names[1]))
        let kept = try await workspace.carrel("prune", "--yes", "--ignored")
        #expect(kept.status == 0 && kept.output.contains("kept  COMP304: Week 1"), "\(kept.output)")
        #expect(try workspace.documents()[names[1]] == Data("mine".utf8))
    }

    @Test func `versions that cannot be looked at are told, and prune goes on without them`() async throws {
        try await fill()
        let versions = workspace.library.appending(path: ".carrel/versions")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: versions.path).first)
        let folder = versions.appending(path: name)
        try FileManager.default.removeItem(at: folder)
        try Data("in the way".utf8).write(to: folder)
        let dry = try await workspace.carrel("prune", "--dry-run")
        #expect(dry.status == 1 && dry.output.contains("orphaned"), "\(dry.output)")
        let pruned = try await workspace.carrel("prune", "--yes")
        #expect(pruned.status == 1 && pruned.output.contains("2 removed"), "\(pruned.output)")
        #expect(
            pruned.error.contains("kept: ") && pruned.error.contains("versions/\(name)"),
            "\(pruned.error)")
    }
}
