import CarrelTesting
import Foundation
import Testing

/// What `carrel doctor` says of libraries that no sync can fill.
@Suite(.timeLimit(.minutes(1))) struct DoctorLibraryTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `that there is no library is said, and begins none`() async throws {
        let doctor = try await workspace.carrel("doctor", "--library", "nowhere")
        #expect(doctor.output.contains("records      there is no library yet\n"), "\(doctor)")
        #expect(try workspace.documents(in: workspace.folder).keys.allSatisfy { !$0.hasPrefix("nowhere") })
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `that a library may not be written is said, and whether it is sound`() async throws {
        let course = try CourseServer()
        _ = try await workspace.carrel("sync", course.url)
        let doctor = try await workspace.shell(
            """
            chmod -R a-w Carrel
            \(PlainRights.words) carrel doctor && status=0 || status=$?
            chmod -R u+w Carrel
            exit $status
            """)
        #expect(doctor.status == 1, "\(doctor)")
        let refusal = "the library could not be written to: Permission denied. Choose a folder"
        #expect(doctor.output.contains("lacking  records      \(refusal)"), "\(doctor)")
        #expect(doctor.output.contains("ok       records      the database is sound"), "\(doctor)")
    }
}
