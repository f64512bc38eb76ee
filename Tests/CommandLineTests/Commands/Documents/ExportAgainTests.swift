import CarrelTesting
import Foundation
import Testing

/// Exports that take the place of earlier ones.
@Suite(.timeLimit(.minutes(2))) struct ExportAgainTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test func `copies have the times of the documents, and only the first page of a site is dated`()
        async throws
    {
        _ = try await workspace.carrel("sync", course.url)
        let name = "COMP304-week1.txt"
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: time], ofItemAtPath: workspace.library.appending(path: name).path)
        let exported = try await workspace.carrel("export", "site", "site")
        #expect(exported.status == 0, "\(exported.error)")
        let site = workspace.folder.appending(path: "site").path
        for page in try FileManager.default.contentsOfDirectory(atPath: site) where page.hasSuffix(".html") {
            let isDated = try workspace.text("site/\(page)").contains(/<footer>[^\n]*20\d\d-/)
            #expect(isDated == (page == "index.html"), "\(page)")
        }
        let copy = try FileManager.default.attributesOfItem(atPath: "\(site)/documents/\(name)")
        #expect(copy[.modificationDate] as? Date == time)
    }
}
