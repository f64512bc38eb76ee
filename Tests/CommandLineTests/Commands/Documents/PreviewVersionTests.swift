import CarrelTesting
import Foundation
import Testing

/// What is shown of earlier versions.
@Suite(.timeLimit(.minutes(2))) struct PreviewVersionTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test func `an earlier version is that of the item, also beside a file of its name`() async throws {
        for day in ["Monday", "Friday"] {
            course.server.on("/COMP304/week1.txt", .text("The exam is on \(day).", tag: "\"\(day)\""))
            _ = try await workspace.carrel("sync", course.url)
        }
        let folder = workspace.folder.appending(path: "COMP304")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("a file".utf8).write(to: folder.appending(path: "1"))
        let file = try await workspace.carrel("preview", "COMP304/1")
        #expect(file.output.contains("a file"), "\(file.output)\(file.error)")
        let version = try await workspace.carrel("preview", "COMP304/1", "--version", "1")
        #expect(version.output.contains("Monday"), "\(version.output)\(version.error)")
        try Data("a file".utf8).write(to: folder.appending(path: "none.txt"))
        let none = try await workspace.carrel("preview", "COMP304/none.txt", "--version", "1")
        #expect(none.status != 0 && !none.error.contains("no file"), "\(none.error)")
    }

    @Test func `items and files are shown in the order in which they are named`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let file = try workspace.write("own.txt", "a file")
        let shown = try await workspace.carrel("preview", "COMP304/1", file, "COMP307/1")
        #expect(shown.status == 0, "\(shown.error)")
        let parts = ["modal logic", "a file", "Another first week"].map {
            shown.output.components(separatedBy: $0)
        }
        #expect(parts.allSatisfy { $0.count == 2 }, "\(shown.output)")
        let places = parts.map { $0[0].count }
        #expect(places == places.sorted(), "\(shown.output)")
    }

    @Test func `an item that cannot be fetched or found keeps nothing behind it back`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let one = try workspace.write("one.txt", "first file")
        let two = try workspace.write("two.txt", "second file")
        let shown = try await workspace.carrel(
            "preview", "COMP307/2", one, "nothing at all", "COMP304/1", two)
        #expect(shown.status == 1 && shown.error.contains("nothing at all"), "\(shown.error)")
        for text in ["first file", "modal logic", "second file"] {
            #expect(shown.output.contains(text), "\(shown.output)")
        }
        let second = try await workspace.carrel("preview", "nothing at all", one)
        #expect(second.output.contains("first file") && !second.output.hasPrefix("\n"), "\(second.output)")
    }
}
