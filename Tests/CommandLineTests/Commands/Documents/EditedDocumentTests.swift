import CarrelTesting
import Foundation
import Testing

/// Documents that their owner writes into: shown, kept, and never replaced.
@Suite(.timeLimit(.minutes(2))) struct EditedDocumentTests {
    private let workspace: Workspace
    private let course: CourseServer
    private static let name = "COMP304-week1.txt"

    init() async throws {
        workspace = try Workspace()
        course = try CourseServer()
        _ = try await workspace.carrel("sync", course.url)
    }

    private var file: URL { workspace.library.appending(path: Self.name) }

    private func edit(_ text: String = "with my notes in it") throws { try Data(text.utf8).write(to: file) }

    private func serve(_ text: String) {
        course.server.on("/COMP304/week1.txt", .text(text, tag: "\"\(text.hashValue)\""))
    }

    @Test func `an edited document is changed on disk, and not damaged`() async throws {
        try edit()
        #expect(try await workspace.carrel("list", "COMP304").output.contains("stored, new, changed on disk"))
        #expect(
            try await workspace.carrel("why", "COMP304/1").output.contains("changed on disk: \(Self.name)"))
        let verified = try await workspace.carrel("verify")
        #expect(verified.status == 0 && verified.error.isEmpty, "\(verified.error)")
        #expect(verified.output == "changed on disk \(Self.name)\n2 intact, 1 changed on disk\n")
        #expect(try await workspace.carrel("verify", "--repair").status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == "with my notes in it")
        #expect(try await workspace.carrel("preview", "COMP304/1").output.contains("with my notes"))
        let rows = try await workspace.carrel("list", "COMP304", "--json").objects
        #expect(rows.map { $0["isEdited"] as? Bool } == [true, nil, nil])
    }

    @Test func `an emptied document is damaged, and lists say that it changed`() async throws {
        serve("the second version")
        _ = try await workspace.carrel("sync")
        try edit("")
        let list = try await workspace.carrel("list", "COMP304", "--json").objects
        #expect(list.map { $0["isEdited"] as? Bool } == [true, nil, nil], "\(list)")
        #expect(
            try await workspace.carrel("why", "COMP304/1").output.contains("changed on disk: \(Self.name)"))
        #expect(try await workspace.carrel("verify").output.hasPrefix("damaged \(Self.name)"))
        // Nothing is lost with it, so that nobody is asked.
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == CourseServer.text)
    }

    @Test(arguments: [nil, "with my notes in it"] as [String?])
    func `a restored version whose file is gone or edited is restored again`(text: String?) async throws {
        serve("the second version")
        _ = try await workspace.carrel("sync")
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        if let text { try edit(text) } else { try FileManager.default.removeItem(at: file) }
        let again = try await workspace.carrel("restore", "COMP304/1", "--version", "1", "--yes")
        #expect(again.status == 0 && again.output.hasPrefix("restored  \(Self.name)"), "\(again.error)")
        #expect(try String(contentsOf: file, encoding: .utf8) == CourseServer.text)
        let versions = try await workspace.carrel("versions", "COMP304/1").output
        #expect(versions.contains("stored, restored"), "\(versions)")
        #expect(versions.contains("edited") == (text != nil), "\(versions)")
    }

    @Test func `an edit of the same length is one, too; other content with the old time is damage`()
        async throws
    {
        let other = String(CourseServer.text.reversed())
        try edit(other)
        #expect(try await workspace.carrel("verify").output.hasPrefix("changed on disk \(Self.name)"))
        try edit(CourseServer.text)
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        _ = try await workspace.carrel("verify", "--repair")
        _ = try await workspace.carrel("get", "COMP304/1", "--set", "plan.use=all")
        try FileManager.default.removeItem(at: file)
        _ = try await workspace.carrel("sync")
        try damage(file, with: Data(other.utf8))
        let verified = try await workspace.carrel("verify")
        #expect(
            verified.status == 1 && verified.output.hasPrefix("damaged \(Self.name)"), "\(verified.output)")
    }

    @Test func `a new version comes beside an edited document, and both are kept`() async throws {
        try edit()
        serve("the second version")
        let sync = try await workspace.carrel("sync")
        let line = try #require(sync.output.split(separator: "\n").first { $0.hasPrefix("updated") })
        #expect(line.hasSuffix(" B  (\(Self.name) was changed on disk, and stays)"), "\(sync.output)")
        let texts = try workspace.documents().mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(texts[Self.name] == "with my notes in it")
        let beside = try #require(texts.first { $0.value == "the second version" }?.key)
        #expect(beside.hasPrefix("COMP304-week1~") && beside.hasSuffix(".txt"))
        let row = try #require(try await workspace.carrel("list", "COMP304", "--json").objects.first)
        #expect(row["editedCopy"] as? String == Self.name && row["isEdited"] == nil)
        #expect((row["path"] as? String)?.hasSuffix(beside) == true)
        let versions = try await workspace.carrel("versions", "COMP304/1", "--json").objects
        #expect(versions.map { $0["isEdited"] as? Bool } == [true, false])
        #expect(
            try await workspace.carrel("verify").output
                == "changed on disk \(Self.name)\n3 intact, 1 changed on disk\n")
        // The next version replaces the one beside, and its own edit gets a third name.
        serve("the third version")
        _ = try await workspace.carrel("sync")
        #expect(try workspace.documents()[beside] == Data("the third version".utf8))
        try Data("notes in the third".utf8).write(to: workspace.library.appending(path: beside))
        serve("the fourth version")
        #expect(
            try await workspace.carrel("sync").output.contains("(\(beside) was changed on disk, and stays)"))
        let all = Set(try workspace.documents().values.map { String(decoding: $0, as: UTF8.self) })
        #expect(all.isSuperset(of: ["with my notes in it", "notes in the third", "the fourth version"]))
    }

    @Test func `the same version again leaves an edited document alone`() async throws {
        try edit()
        course.server.on("/COMP304/week1.txt", .content(Data(CourseServer.text.utf8)))
        #expect(try await workspace.carrel("sync").output.contains("3 unchanged"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "with my notes in it")
    }

    @Test func `restoring an earlier version over an edited document wants a yes, and keeps it`() async throws
    {
        serve("the second version")
        _ = try await workspace.carrel("sync")
        try edit()
        let asked = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        #expect(asked.status == 2 && asked.error.contains("changed on disk") && asked.error.contains("--yes"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "with my notes in it")
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1", "--yes").status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == CourseServer.text)
        let versions = try await workspace.carrel("versions", "COMP304/1", "--json").objects
        #expect(versions.contains { $0["isEdited"] as? Bool == true && $0["bytes"] as? Int == 19 })
    }

    @Test func `a file that was only touched is as it was, and its damage is damage`() async throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: file.path)
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        #expect(try await workspace.carrel("sync").output.contains("3 unchanged"))
        try damage(file, with: Data("what a bad disk made of it, in all its length".utf8))
        #expect(try await workspace.carrel("verify").output.hasPrefix("damaged \(Self.name)"))
    }

    @Test func `a document that somebody put in the place of another one is no damage`() async throws {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: workspace.library.appending(path: "COMP307-week1.txt"), to: file)
        let verified = try await workspace.carrel("verify", "--repair")
        #expect(verified.output.contains("changed on disk \(Self.name)"), "\(verified.output)")
        #expect(try String(contentsOf: file, encoding: .utf8) == "Another first week")
    }

    @Test func `another document in its place is kept, also if both were written in the same moment`()
        async throws
    {
        // Of another length, with the time of the document that was there.
        let other = "Another first week"
        try damage(file, with: Data(other.utf8))
        let list = try await workspace.carrel("list", "COMP304", "--json").objects
        #expect(list.map { $0["isEdited"] as? Bool } == [true, nil, nil], "\(list)")
        #expect(try await workspace.carrel("verify").output.hasPrefix("changed on disk \(Self.name)"))
        serve("the second version")
        let sync = try await workspace.carrel("sync")
        #expect(sync.output.contains("(\(Self.name) was changed on disk, and stays)"), "\(sync.output)")
        let texts = try workspace.documents().mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(texts[Self.name] == other && texts.values.contains("the second version"), "\(texts)")
    }

    @Test func `each edited version beside a document is changed on disk, and left when it is removed`()
        async throws
    {
        try edit()
        serve("the second version")
        _ = try await workspace.carrel("sync")
        let beside = try #require(try workspace.documents().keys.first { $0.contains("~") })
        try Data("notes in the second".utf8).write(to: workspace.library.appending(path: beside))
        serve("the third version")
        _ = try await workspace.carrel("sync")
        // As long as an edited version, and none.
        try workspace.write("Carrel/mine.txt", "with my notes in IT")
        let verified = try await workspace.carrel("verify").output.split(separator: "\n")
        #expect(
            Set(verified.dropLast()) == [
                "changed on disk \(Self.name)", "changed on disk \(beside)", "stray mine.txt",
            ], "\(verified)")
        let removed = try await workspace.carrel("remove", course.url, "--with-files")
        #expect(
            removed.output.hasSuffix("3 files removed, 2 files left in the folder\n"), "\(removed.output)")
    }

    @Test func `what somebody emptied goes with prune, and with the files of its catalogue`() async throws {
        try edit("")
        _ = try await workspace.carrel("ignore", "COMP304/1")
        let prune = try await workspace.carrel("prune", "--ignored", "--yes")
        #expect(prune.status == 0 && prune.output.contains("1 removed"), "\(prune.output)\(prune.error)")
        #expect(try workspace.documents()[Self.name] == nil)
        try Data().write(to: workspace.library.appending(path: "COMP307-week1.txt"))
        let removed = try await workspace.carrel("remove", course.url, "--with-files")
        #expect(removed.output.hasSuffix(": 2 files removed\n"), "\(removed.output)")
        #expect(try workspace.documents().isEmpty)
    }

    @Test func `a try has failed if something else took the name of its document`() async throws {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let verified = try await workspace.carrel("verify").output
        #expect(
            verified.contains("missing \(Self.name)  (a folder has its name; move it away)"), "\(verified)")
        let asked = course.server.requests(for: "/COMP304/week1.txt").count
        let sync = try await workspace.carrel("sync")
        #expect(sync.error.contains("a folder took the name \(Self.name)"), "\(sync.error)")
        // Nothing could be done with what comes.
        #expect(course.server.requests(for: "/COMP304/week1.txt").count == asked)
        let history = try #require(try await workspace.carrel("why", "COMP304/1", "--json").objects.first)
        let attempts = try #require(history["attempts"] as? [[String: Any]])
        #expect(attempts.map { $0["outcome"] as? String } == ["failed", "stored"], "\(attempts)")
        #expect(attempts.first?["reason"] as? String == "a folder took the name \(Self.name). Move it away")
    }

    @Test func `an edited document whose place a link takes for a while is known again afterwards`()
        async throws
    {
        try edit()
        let away = workspace.folder.appending(path: "away.txt")
        try FileManager.default.moveItem(at: file, to: away)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: away)
        let failed = try await workspace.carrel("sync")
        #expect(failed.error.contains("something else took the name \(Self.name)"), "\(failed.error)")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: away, to: file)
        let sync = try await workspace.carrel("sync")
        #expect(!sync.error.contains(Self.name), "\(sync.error)")
        #expect(try workspace.documents().count == 3)
        #expect(try String(contentsOf: file, encoding: .utf8) == "with my notes in it")
        let list = try await workspace.carrel("list", "COMP304").output
        #expect(list.contains("changed on disk"), "\(list)")
    }

    @Test func `an edit is told once, and its file is never another document's`() async throws {
        try edit()
        serve("the second version")
        _ = try await workspace.carrel("sync")
        serve("the third version")
        let third = try await workspace.carrel("sync")
        #expect(
            third.output.contains("updated") && !third.output.contains("changed on disk"), "\(third.output)")
        // Its copy goes, and so does its name: what comes next wants it.
        try FileManager.default.removeItem(at: file)
        let beside = try #require(try workspace.documents().keys.first { $0.contains("~") })
        try Data("notes in the third".utf8).write(to: workspace.library.appending(path: beside))
        serve("the fourth version")
        course.server.on("/y/week1.txt", .content("another", fields: [("Content-Type", "text/plain")]))
        let catalog = course.catalog.replacing(
            "{\"Week 3\": \"\"}", with: "{\"Other\": \"\(course.server.address("/y/week1.txt"))\"}")
        course.server.on("/notes.json", .document(Data(catalog.utf8), entityTag: "\"more\""))
        let sync = try await workspace.carrel("sync")
        #expect(
            sync.status == 1 && sync.output.contains("1 failed"), "what is gone: \(sync.output)\(sync.error)")
        let texts = Set(try workspace.documents().values.map { String(decoding: $0, as: UTF8.self) })
        #expect(texts.isSuperset(of: ["notes in the third", "the fourth version", "another"]), "\(texts)")
    }
}
