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
        course.server.on(
            "/COMP304/week1.txt", .document(Data("new".utf8), entityTag: "\"n\"", mediaType: "text/plain"))
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
        course.server.on(
            "/COMP304/week1.txt", .document(Data("new".utf8), entityTag: "\"n\"", mediaType: "text/plain"))
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
        #expect(again.status == 0 && again.error.contains("every document has the name"))
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
            moved.status == 1 && moved.error.contains("kept: COMP304-week1.txt: Week 1.txt is taken"),
            "\(moved.error)")
        #expect(try workspace.documents()["Week 1.txt"] == Data("my own".utf8))
        #expect(
            try await workspace.carrel("verify").output
                == "stray Week 1.txt\n3 intact, 1 not of the library\n")
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
        course.server.on(
            "/COMP304/week1.txt", .document(Data("new".utf8), entityTag: "\"n\"", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync")
        let folder = workspace.library.appending(path: "lectures/first")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "COMP304-week1.txt"),
            to: folder.appending(path: "Überblick.txt"))
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
        // The next version goes where the document is.
        course.server.on(
            "/COMP304/week1.txt", .document(Data("newer".utf8), entityTag: "\"o\"", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync")
        #expect(try workspace.documents()["lectures/first/Überblick.txt"] == Data("newer".utf8))
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
