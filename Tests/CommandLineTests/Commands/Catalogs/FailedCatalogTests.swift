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
        #expect(try await workspace.carrel("sync").status == 4)
        #expect(try await failure() != nil)
        for form in [[], ["--verbose"]] {
            let list = try await CarrelProcess(["catalogues"] + form, in: workspace).wait()
            #expect(list.output.contains("could not be read at "), "\(list.output)")
        }
    }
}
