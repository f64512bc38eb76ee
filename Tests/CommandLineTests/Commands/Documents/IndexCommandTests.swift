import CarrelTesting
import Foundation
import Testing

/// What `carrel index` says of documents that it cannot look into.
@Suite(.timeLimit(.minutes(1))) struct IndexCommandTests {
    @Test func `documents that cannot be read are counted, and named to who asks`() async throws {
        let (workspace, course) = (try Workspace(), try CourseServer())
        let noise = Data([0x00, 0xFF, 0x01, 0x80, 0x13, 0x9D]) + Data(repeating: 0x81, count: 90)
        course.server.on(
            "/COMP304/week1.txt",
            .document(noise, entityTag: "\"noise\"", mediaType: "application/octet-stream"))
        _ = try await workspace.carrel("sync", course.url)
        let index = try await workspace.carrel("index")
        #expect(
            index.output.contains("looked into 3, but could not read 1 (carrel index --rebuild -v)"),
            "\(index)")
        let named = try await workspace.carrel("index", "--rebuild", "-v")
        #expect(named.error.contains(": no previewer is configured for application/octet-stream"), "\(named)")
        #expect(named.output.hasSuffix("but could not read 1\n"), "\(named)")
    }
}
