import CarrelTesting
import Foundation
import Testing

/// The versions of a document, where one may not be read.
@Suite(
    .enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"), .timeLimit(.minutes(2)))
struct UnreadableVersionTests {
    private let workspace: Workspace
    private let course: CourseServer

    /// A document with two versions; the first may not be read.
    init() async throws {
        workspace = try Workspace()
        course = try CourseServer()
        for text in ["1", "22", "333"] {
            course.server.on("/COMP304/week1.txt", .text(text, tag: "\"\(text)\""))
            let sync = try await workspace.carrel("sync", course.url)
            // One of the course's documents is always missing.
            #expect(sync.status == 1, "\(sync.error)")
        }
        let closed = try await workspace.shell(
            "chmod 000 \"$(find Carrel/.carrel/versions -type f -size 1c)\"")
        #expect(closed.status == 0, "\(closed)")
    }

    private func versions(_ option: String = "") async throws -> CarrelProcess.Result {
        try await workspace.shell("\(PlainRights.words) carrel versions COMP304/1 \(option)")
    }

    @Test func `a version that may not be read is named, and the others are shown`() async throws {
        let shown = try await versions()
        let lines = shown.output.split(separator: "\n")
        #expect(shown.status == 1 && lines.count == 3, "\(shown)")
        #expect(lines.map { $0.contains("unreadable") } == [true, false, false], "\(shown)")
        #expect(shown.error.contains("carrel: version 1 cannot be read: "), "\(shown)")
        let rows = try await versions("--json")
        #expect(rows.status == 1 && rows.objects.count == 3, "\(rows)")
        #expect(rows.objects.first?["problem"] is String && rows.objects.first?["bytes"] == nil, "\(rows)")
        #expect(rows.objects.last?["problem"] == nil && rows.objects.last?["bytes"] as? Int == 3, "\(rows)")
    }

    @Test func `what is compared unless somebody says is the last version that may be read`() async throws {
        let diff = try await workspace.shell(
            """
            chmod 600 "$(find Carrel/.carrel/versions -type f -size 1c)"
            chmod 000 "$(find Carrel/.carrel/versions -type f -size 2c)"
            \(PlainRights.words) carrel diff COMP304/1
            """)
        #expect(diff.status == 0 && diff.output.contains("[-1-] {+333+}"), "\(diff)")
    }
}
