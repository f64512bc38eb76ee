import CarrelTesting
import Foundation
import Testing

/// What is said of a catalogue that could not be read.
@Suite(.timeLimit(.minutes(1))) struct FailedCatalogTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func failure() async throws -> String? {
        try await workspace.carrel("catalogues", "--json").objects.first?["failedAt"] as? String
    }

    @Test func `the list of catalogues says in each form that the last reading failed`() async throws {
        #expect(try await workspace.carrel("add", course.url, "--name", "notes").status == 0)
        #expect(try await failure() == nil)
        course.server.on("/notes.json", .status(404))
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 4)
        #expect(sync.error.contains("Check source.url: carrel set notes source.url=URL"), "\(sync.error)")
        #expect(try await failure() != nil)
        for form in [[], ["--verbose"]] {
            let list = try await CarrelProcess(["catalogues"] + form, in: workspace).wait()
            #expect(list.output.contains("could not be read at "), "\(list.output)")
        }
    }

    @Test
    func `a catalogue of the profile that could never be read is listed, and not asked for at once again`()
        async throws
    {
        let gone = course.server.address("/gone.json")
        try workspace.write(
            "carrel.toml",
            """
            [[catalogue]]
            name = "gone"
            source.url = "\(gone)"
            [[catalogue]]
            name = "course"
            source.url = "\(course.url)"
            """)
        #expect(try await workspace.carrel("watch", "--once").status == 4)
        #expect(try await workspace.carrel("watch", "--once").status == 0)
        #expect(course.server.script.requests(for: "/gone.json").count == 1)
        let rows = try await workspace.carrel("catalogues", "--json").objects
        let row = try #require(rows.first { $0["catalogName"] as? String == "gone" })
        #expect(row["failedAt"] is String && row["catalog"] as? String == gone && row["items"] as? Int == 0)
        // Who asks for it by name is told what is wrong, however soon.
        #expect(try await workspace.carrel("sync", "gone").status == 4)
    }
}
