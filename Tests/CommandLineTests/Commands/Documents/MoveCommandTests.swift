import CarrelTesting
import Foundation
import Testing

/// Where files go: folders in names, renaming what is stored, and finding what somebody renamed.
@Suite(.timeLimit(.minutes(2))) struct MoveCommandTests {
    private let workspace: Workspace
    private let course: CourseServer
    private static let template = "store.name={catalogue}/{collection}/{number} {title}.{extension}"

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func names() throws -> [String] { try workspace.documents().keys.sorted() }

    private func add() async throws {
        let added = try await CarrelProcess(
            ["add", course.url, "--name", "course", "--set", Self.template], in: workspace
        ).wait()
        #expect(added.status == 0, "\(added.error)")
        _ = try await workspace.carrel("sync")
    }

    private static let inFolders = [
        "course/COMP304/01 Week 1.txt", "course/COMP304/02 Week 2.html", "course/COMP307/01 Week 1.txt",
    ]

    @Test func `documents go into folders by their catalogue and collection`() async throws {
        try await add()
        #expect(try names() == Self.inFolders)
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        let path = try await workspace.carrel("show", "COMP304/1", "--json").objects.first?["path"] as? String
        #expect(path == workspace.library.path + "/course/COMP304/01 Week 1.txt")
        #expect(try await workspace.carrel("preview", "COMP304/1").status == 0)
        course.server.on("/COMP304/week1.txt", .text("new", tag: "\"n\""))
        #expect(try await workspace.carrel("sync").output.contains("updated"))
        #expect(try names() == Self.inFolders)
        let versions = try await workspace.carrel("versions", "COMP304/1", "--json").objects
        #expect(versions.count == 2)
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        #expect(try await workspace.carrel("remove", "course", "--with-files").status == 0)
        #expect(try names().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.library.path) == [".carrel"])
    }

    @Test func `move renames what is stored after the template was changed, and nothing else does`()
        async throws
    {
        _ = try await workspace.carrel("sync", course.url)
        let before = try names()
        course.server.on("/COMP304/week1.txt", .text("new", tag: "\"n\""))
        _ = try await workspace.carrel("sync")
        _ = try await workspace.carrel("set", "notes", Self.template)
        _ = try await workspace.carrel("sync")
        #expect(try names() == before)
        let dry = try await workspace.carrel("move", "--dry-run")
        #expect(
            dry.output.hasPrefix("COMP304-week1.txt → notes/COMP304/01 Week 1.txt\n"),
            "\(dry.output)\(dry.error)")
        #expect(try names() == before)
        let asked = try await workspace.carrel("move")
        #expect(asked.status == 2 && asked.error.contains("3 documents: add --yes"), "\(asked.error)")
        let moved = try await workspace.carrel("move", "--yes")
        #expect(moved.status == 0 && moved.output.hasSuffix("3 renamed\n"), "\(moved.output)\(moved.error)")
        #expect(try names() == Self.inFolders.map { $0.replacing("course/", with: "notes/") })
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        #expect(try await workspace.carrel("versions", "COMP304/1", "--json").objects.count == 2)
        #expect(try await workspace.carrel("sync").output.contains("3 unchanged"))
        let again = try await workspace.carrel("move", "--yes")
        #expect(again.status == 0 && again.error.contains("nothing to rename"))
        // And back, with no folder left behind.
        _ = try await workspace.carrel("set", "notes", "store.name={collection}-{basename}")
        #expect(try await workspace.carrel("move", "--yes").status == 0)
        #expect(try names() == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: workspace.library.path).sorted()
                == [".carrel"] + before)
    }

    @Test func `move takes what somebody else holds for no free name`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        try workspace.write("Carrel/Week 1.txt", "my own")
        _ = try await workspace.carrel("set", "notes", "store.name={title}.{extension}")
        let moved = try await workspace.carrel("move", "--yes")
        #expect(
            moved.status == 1
                && moved.error.contains("kept: COMP304-week1.txt: something else took the name Week 1.txt"),
            "\(moved.error)")
        #expect(try workspace.documents()["Week 1.txt"] == Data("my own".utf8))
        #expect(
            try await workspace.carrel("verify").output
                == "stray Week 1.txt\n3 intact, 1 not in the library\n")
    }

    @Test func `one item can be moved`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        _ = try await workspace.carrel("set", "notes", Self.template)
        #expect(try await workspace.carrel("move", "COMP307", "--yes").output.hasSuffix("1 renamed\n"))
        #expect(try names() == ["COMP304-week1.txt", "COMP304-week2.html", "notes/COMP307/01 Week 1.txt"])
        let rows = try await workspace.carrel("move", "--dry-run", "--json").objects
        #expect(
            rows.map { $0["newName"] as? String } == [
                "notes/COMP304/01 Week 1.txt", "notes/COMP304/02 Week 2.html",
            ])
    }

    @Test func `a document that somebody renamed or moved is found again by its content`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        course.server.on("/COMP304/week1.txt", .text("new", tag: "\"n\""))
        _ = try await workspace.carrel("sync")
        let folder = workspace.library.appending(path: "lectures/first")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "COMP304-week1.txt"),
            to: folder.appending(path: "Überblick.txt"))
        // Every command knows it, and a sync records it.
        #expect(try await workspace.carrel("preview", "COMP304/1").output.contains("new"))
        #expect(try await workspace.carrel("plan", "notes").output.contains("3 revalidate"))
        let verified = try await workspace.carrel("verify")
        #expect(verified.status == 0, "\(verified.output)")
        #expect(verified.output.contains("moved COMP304-week1.txt"), "\(verified.output)")
        #expect(verified.output.contains("it is now lectures/first/Überblick.txt"), "\(verified.output)")
        let sync = try await workspace.carrel("sync")
        #expect(
            sync.error.contains(
                "moved: COMP304: Week 1: COMP304-week1.txt is now lectures/first/Überblick.txt"),
            "\(sync.error)")
        #expect(sync.output.contains("3 unchanged"), "\(sync.output)")
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        #expect(try await workspace.carrel("versions", "COMP304/1", "--json").objects.count == 2)
        // Moving knows it, too, before any sync has recorded it.
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "COMP307-week1.txt"),
            to: workspace.library.appending(path: "mine.txt"))
        let moved = try await workspace.carrel("move", "COMP307/1", "--yes")
        #expect(
            moved.status == 0 && moved.output.contains("mine.txt → COMP307-week1.txt"),
            "\(moved.output)\(moved.error)")
        // The next version goes where the document is.
        course.server.on("/COMP304/week1.txt", .text("newer", tag: "\"o\""))
        _ = try await workspace.carrel("sync")
        #expect(try workspace.documents()["lectures/first/Überblick.txt"] == Data("newer".utf8))
    }

    /// Serves texts under names, lists them with titles, and syncs by a template of stems.
    private func list(_ notes: [(title: String, file: String)], texts: [String: String]) async throws {
        for (file, text) in texts {
            course.server.on("/\(file)", .text(text, tag: "\"\(text)\""))
        }
        let list = notes.map { "{\"\($0.title)\": \"\(course.server.address("/" + $0.file))\"}" }
        let catalog =
            "[{\"moduleCode\": \"C1\", \"moduleTitle\": \"T\", \"moduleNotes\": [\(list.joined(separator: ","))]}]"
        course.server.on("/notes.json", .document(catalog, entityTag: "\"\(catalog.hashValue)\""))
        let sync = try await CarrelProcess(
            ["sync", course.url, "--set", "store.name={stem}.{extension}"], in: workspace
        ).wait()
        #expect(sync.status == 0, "\(sync.error)")
    }

    private func moveByTitles() async throws -> CarrelProcess.Result {
        _ = try await workspace.carrel("set", "notes", "store.name={title}.{extension}")
        return try await workspace.carrel("move", "--yes")
    }

    private func texts() throws -> [String: String] {
        try workspace.documents().mapValues { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `documents that change places, or stand in a row, all get their names with their versions`()
        async throws
    {
        let notes = [("b", "a.txt"), ("a", "b.txt"), ("d", "c.txt"), ("e", "d.txt")]
        try await list(notes, texts: ["a.txt": "1", "b.txt": "2", "c.txt": "3", "d.txt": "4"])
        try await list(notes, texts: ["a.txt": "11", "b.txt": "22", "c.txt": "33", "d.txt": "44"])
        let moved = try await moveByTitles()
        #expect(moved.status == 0 && moved.output.hasSuffix("4 renamed\n"), "\(moved.output)\(moved.error)")
        #expect(try texts() == ["b.txt": "11", "a.txt": "22", "d.txt": "33", "e.txt": "44"])
        #expect(try await workspace.carrel("verify").output == "4 intact\n")
        for (number, size) in [(1, 1), (2, 1), (3, 1), (4, 1)] {
            let versions = try await workspace.carrel("versions", "C1/\(number)", "--json").objects
            #expect(versions.map { $0["bytes"] as? Int } == [size, 2], "\(number)")
        }
        #expect(try await workspace.carrel("restore", "C1/3", "--version", "1").status == 0)
        #expect(try texts()["d.txt"] == "3")
        #expect(try await workspace.carrel("sync").output.contains("4 unchanged"))
    }

    @Test func `a move that is refused takes nothing with it, also where documents are equal`() async throws {
        try await list([("b", "a.txt"), ("c", "b.txt")], texts: ["a.txt": "same", "b.txt": "same"])
        try workspace.write("Carrel/c.txt", "my own")
        let moved = try await moveByTitles()
        #expect(
            moved.status == 1 && moved.error.contains("kept: b.txt: something else took the name c.txt"),
            "\(moved.error)")
        #expect(try texts()["c.txt"] == "my own" && texts().count == 3)
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(try await workspace.carrel("verify").output.contains("2 intact"))
    }

    @Test
    func `a document that can have neither its new name nor its former one is told with the one that it has`()
        async throws
    {
        try await list([("b", "a.txt"), ("c", "b.txt")], texts: ["a.txt": "1", "b.txt": "2"])
        try workspace.write("Carrel/c.txt", "my own")
        let moved = try await moveByTitles()
        let name = try #require(try texts().first { $0.value == "2" }?.key)
        #expect(name != "b.txt" && moved.status == 1, "\(moved.output)")
        #expect(
            moved.error.contains("kept: b.txt: ") && moved.error.contains("it is called \(name) now"),
            "\(moved.error)")
    }

    @Test func `a name that a document has which stays is not given to another`() async throws {
        try await list(
            [("b", "a.txt"), ("b", "b.txt"), ("gone", "g.txt")],
            texts: ["a.txt": "1", "b.txt": "2", "g.txt": "3"])
        try await list([("b", "a.txt"), ("b", "b.txt"), ("g", "new.txt")], texts: ["new.txt": "4"])
        let moved = try await moveByTitles()
        #expect(moved.status == 0 && moved.output.hasSuffix("2 renamed\n"), "\(moved.output)\(moved.error)")
        let texts = try texts()
        #expect(texts["b.txt"] == "2" && texts["g.txt"] == "3" && texts.count == 4, "\(texts)")
        #expect(try await workspace.carrel("verify").output == "4 intact\n")
        let again = try await workspace.carrel("move", "--yes")
        #expect(again.status == 0 && again.error.contains("nothing to rename"), "\(again.output)")
    }

    @Test func `a title that is too long is cut, as in a sync`() async throws {
        let long = String(repeating: "y", count: 300)
        try await list([(long, "a.txt"), ("two", "b.txt")], texts: ["a.txt": "1", "b.txt": "2"])
        _ = try await workspace.carrel("set", "notes", "store.name={title}")
        let moved = try await workspace.carrel("move", "--yes")
        #expect(moved.status == 0 && moved.output.hasSuffix("2 renamed\n"), "\(moved.output)\(moved.error)")
        #expect(try texts() == [String(long.prefix(251)) + ".txt": "1", "two.txt": "2"])
    }

    @Test func `a folder that would have a document's name is none`() async throws {
        try await list([("one", "a.txt")], texts: ["a.txt": "1"])
        _ = try await workspace.carrel("set", "notes", "store.name={basename}/{title}.{extension}")
        course.server.on("/y/a.txt", .content("2", fields: [("Content-Type", "text/plain")]))
        let list =
            "[{\"moduleCode\": \"C1\", \"moduleTitle\": \"T\", \"moduleNotes\": [{\"one\": \"\(course.server.address("/a.txt"))\"}, {\"two\": \"\(course.server.address("/y/a.txt"))\"}]}]"
        course.server.on("/notes.json", .document(list, entityTag: "\"two\""))
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(try texts() == ["a.txt": "1", "a.txt_two.txt": "2"])
        // Once the document itself goes into it, there is one.
        #expect(try await workspace.carrel("move", "--yes").status == 0)
        #expect(try texts() == ["a.txt/one.txt": "1", "a.txt/two.txt": "2"])
        // And one that leaves it gets its name, once nothing is in it.
        _ = try await workspace.carrel("set", "notes", "store.name={basename}")
        #expect(try await workspace.carrel("move", "--yes").status == 0)
        let after = try texts()
        #expect(after["a.txt"] == "1" && after.count == 2, "\(after)")
        // And what somebody else put in the place of a folder.
        _ = try await workspace.carrel("set", "notes", "store.name={collection}/{title}.{extension}")
        try workspace.write("Carrel/C1", "my own")
        let moved = try await workspace.carrel("move", "--yes")
        #expect(
            moved.status == 1 && moved.error.contains("something else took the name C1"), "\(moved.error)")
        #expect(try texts()["C1"] == "my own" && texts().count == 3)
    }

    private func rename(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(
            atPath: workspace.library.path + "/" + name, toPath: workspace.library.path + "/" + other)
    }

    @Test func `a file that a disk named in other bytes is found, and another one beside it is not known`()
        async throws
    {
        let (composed, apart) = ("\u{DC}berblick.txt", "U\u{308}berblick.txt")
        _ = try await workspace.carrel("sync", course.url)
        try rename("COMP304-week1.txt", to: composed)
        _ = try await workspace.carrel("sync")
        try rename(composed, to: apart)
        let verified = try await workspace.carrel("verify")
        #expect(verified.status == 0 && verified.output.contains("it is now \(apart)"), "\(verified.output)")
        #expect(try await workspace.carrel("sync").output.contains("3 unchanged"))
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        try workspace.write("Carrel/" + composed, "my own")
        #expect(try await workspace.carrel("sync").output.contains("3 unchanged"))
        #expect(try await workspace.carrel("verify").output.contains("1 not in the library"))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a link in the place of a folder leads nowhere`() async throws {
        try await add()
        let outside = workspace.folder.appending(path: "outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        let folder = workspace.library.appending(path: "course/COMP304")
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: outside)
        _ = try await workspace.carrel("sync")
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
    }
}
