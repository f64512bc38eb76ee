import CarrelTesting
import Foundation
import Testing

/// Earlier versions of documents that the library no longer records.
@Suite(.timeLimit(.minutes(2))) struct LeftVersionsTests {
    private let workspace: Workspace
    private let course: CourseServer
    private static let name = "COMP304-week1.txt"

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    /// A library with two versions of a document, of the lengths 1 and 2.
    private func fill() async throws {
        for text in ["1", "22"] { try await sync(text) }
    }

    private func sync(_ text: String) async throws {
        course.server.on("/COMP304/week1.txt", .text(text, tag: "\"\(text)\""))
        #expect(try await workspace.carrel("sync", course.url).output.contains("COMP304: Week 1"))
    }

    /// Syncs another catalogue, whose document wants the same name.
    private func syncAnother() async throws {
        let document = course.server.address("/other/week1.txt")
        course.server.on("/other/week1.txt", .document("4444", mediaType: "text/plain"))
        let catalog = """
            [{"moduleCode": "COMP304", "moduleTitle": "Other", "moduleLecturer": "",
              "moduleNotes": [{"Week 1": "\(document)"}]}]
            """
        course.server.on("/other.json", .document(catalog, mediaType: "text/plain"))
        let sync = try await workspace.carrel("sync", course.server.address("/other.json"))
        #expect(sync.status == 0, "\(sync.error)")
        #expect(try workspace.documents()[Self.name] == Data("4444".utf8))
    }

    private func sizes() async throws -> [Int] {
        try await workspace.carrel("versions", "COMP304/1", "--json").objects.map { $0["bytes"] as? Int ?? 0 }
    }

    private func remove(_ arguments: String...) async throws {
        let remove = try await CarrelProcess(["remove", course.url] + arguments, in: workspace).wait()
        #expect(remove.status == 0, "\(remove.error)")
    }

    private func prunable() async throws -> [[String: Any]] {
        try await workspace.carrel("prune", "--versions", "--dry-run", "--json").objects
    }

    @Test func `a document that gets the name of a forgotten one has none of its versions`() async throws {
        try await fill()
        try await remove()
        try FileManager.default.removeItem(at: workspace.library.appending(path: Self.name))
        try await syncAnother()
        #expect(try await sizes() == [4])
        let restore = try await workspace.carrel("restore", "COMP304/1", "--version", "1")
        #expect(restore.error.contains("it has no earlier versions"), "\(restore.error)")
        let left = try await prunable()
        #expect(left.count == 1 && left[0]["title"] as? String == Self.name, "\(left)")
        #expect(left[0]["bytes"] as? Int == 1 && left[0]["item"] == nil)
        let prune = try await workspace.carrel("prune", "--versions", "--yes")
        #expect(prune.output.contains("version 1  \(Self.name), no longer stored  1 B"), "\(prune.output)")
        #expect(prune.output.hasSuffix("1 removed · 1 B\n"))
        #expect(try await prunable().isEmpty)
        #expect(try workspace.documents()[Self.name] == Data("4444".utf8))
    }

    @Test func `what somebody wrote into stays when its document is removed, and nobody else's`() async throws
    {
        try await fill()
        try Data("mine, and longer".utf8).write(to: workspace.library.appending(path: Self.name))
        try await sync("333")
        let beside = try #require(try workspace.documents().keys.first { $0.hasPrefix("COMP304-week1~") })
        try await remove("--with-files")
        #expect(try workspace.documents()[Self.name] == Data("mine, and longer".utf8))
        #expect(try workspace.documents()[beside] == nil)
        let left = try await prunable()
        #expect(left.map { $0["isEdited"] as? Bool } == [true], "\(left)")
        #expect(left.map { $0["bytes"] as? Int } == [16])
        try FileManager.default.removeItem(at: workspace.library.appending(path: Self.name))
        try await syncAnother()
        #expect(try await sizes() == [4])
        let prune = try await workspace.carrel("prune", "--versions", "--yes")
        #expect(prune.output.contains("kept  \(Self.name), no longer stored"), "\(prune.output)")
        #expect(try await prunable().count == 1)
        let path = try #require(try await prunable().first?["path"] as? String)
        #expect(prune.output.contains("somebody wrote into it: \(path)\n"), "\(prune.output)")
        #expect(
            try Data(contentsOf: workspace.library.appending(path: path)) == Data("mine, and longer".utf8))
    }

    @Test func `what somebody wrote into goes only if that is asked for`() async throws {
        try await fill()
        try Data("mine, and longer".utf8).write(to: workspace.library.appending(path: Self.name))
        try await sync("333")
        try await remove("--with-files")
        let alone = try await workspace.carrel("prune", "--edited", "--yes")
        #expect(alone.status == 2 && alone.error.contains("add --versions"), "\(alone.error)")
        let asked = try await workspace.carrel("prune", "--versions", "--edited")
        #expect(asked.status == 2, "\(asked.error)")
        #expect(asked.error.contains("1 version, 16 B, 1 of them written into"), "\(asked.error)")
        #expect(try await prunable().count == 1)
        let prune = try await workspace.carrel("prune", "--versions", "--edited", "--yes")
        #expect(prune.status == 0 && prune.output.hasSuffix("1 removed · 16 B\n"), "\(prune.output)")
        #expect(try await prunable().isEmpty)
        #expect(try workspace.documents()[Self.name] == Data("mine, and longer".utf8))
    }

    @Test func `a version that somebody wrote into where it is counts as written into`() async throws {
        try await fill()
        try await remove()
        let path = try #require(try await prunable().first?["path"] as? String)
        try Data("mine".utf8).write(to: workspace.library.appending(path: path))
        #expect(try await prunable().map { $0["isEdited"] as? Bool } == [true])
        #expect(try await workspace.carrel("prune", "--versions", "--yes").status == 0)
        #expect(try await prunable().count == 1)
        let asked = try await workspace.carrel("prune", "--versions", "--edited")
        #expect(asked.error.contains("1 of them written into"), "\(asked.error)")
        #expect(try await workspace.carrel("prune", "--versions", "--edited", "--yes").status == 0)
        #expect(try await prunable().isEmpty)
    }

    @Test func `a forgotten document that comes again finds its versions`() async throws {
        try await fill()
        try await remove()
        #expect(try await workspace.carrel("sync", course.url).output.contains("COMP304: Week 1"))
        #expect(try await sizes() == [1, 2])
    }

    @Test func `a lost document that comes again finds its versions`() async throws {
        try await fill()
        try FileManager.default.removeItem(at: workspace.library.appending(path: Self.name))
        #expect(try await workspace.carrel("verify", "--repair").output.contains("1 missing"))
        #expect(try await workspace.carrel("sync").output.contains("COMP304: Week 1"))
        #expect(try await sizes() == [1, 2])
    }

    @Test func `a document that somebody gives the name of a forgotten one has none of its versions`()
        async throws
    {
        try await fill()
        try await remove()
        try FileManager.default.removeItem(at: workspace.library.appending(path: Self.name))
        let document = course.server.address("/other/essay.txt")
        course.server.on("/other/essay.txt", .document("an essay", mediaType: "text/plain"))
        course.server.on("/links.txt", .document("\(document)\n", mediaType: "text/plain"))
        #expect(try await workspace.carrel("sync", course.server.address("/links.txt")).status == 0)
        let stored = try #require(try workspace.documents().first { $0.value == Data("an essay".utf8) }?.key)
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: stored), to: workspace.library.appending(path: Self.name))
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 0, "\(sync.error)")
        let versions = try await workspace.carrel("versions", "1", "--json").objects
        #expect(versions.map { $0["bytes"] as? Int } == [8], "\(versions)")
        #expect(try await prunable().count == 1)
    }
}
