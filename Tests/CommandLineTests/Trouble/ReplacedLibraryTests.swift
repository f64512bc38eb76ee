import CarrelTesting
import Foundation
import Testing

/// A library that another one takes the place of while `carrel serve` has it open.
@Suite(.timeLimit(.minutes(1))) struct ReplacedLibraryTests {
    private func news(_ page: ServeFixture) async throws -> Int? {
        let listed = try object(try await page.get("/api/new"))["items"] as? [[String: Any]]
        #expect(try object(try await page.get("/api/status"))["new"] as? Int == listed?.count)
        return listed?.count
    }

    @Test func `marks go to the library that is there now, and lists show it`() async throws {
        let page = try await ServeFixture()
        let (files, folder) = (FileManager.default, page.workspace.folder)
        let (away, other) = (folder.appending(path: "away"), folder.appending(path: "other"))
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let before = try #require(try await news(page))
        #expect(before > 0)
        // The same records: not even their number of changes tells them apart.
        try files.copyItem(at: page.workspace.library, to: other)
        try files.moveItem(at: page.workspace.library, to: away)
        try files.moveItem(at: other, to: page.workspace.library)
        let marked = try await page.send("/api/mark", "{}", ["X-Carrel-Token": token])
        #expect(marked.status == 204, "\(marked.text)")
        #expect(try await page.workspace.carrel("new", "--json").objects.isEmpty)
        #expect(try await news(page) == 0)
        #expect(try await page.workspace.carrel("new", "--json", "--library", "away").objects.count == before)
        try files.moveItem(at: page.workspace.library, to: other)
        try files.moveItem(at: away, to: page.workspace.library)
        #expect(try await news(page) == before)
    }
    private func count(_ page: ServeFixture) async throws -> Int? {
        try object(try await page.get("/api/status"))["catalogues"] as? Int
    }

    @Test func `a library that is begun anew is shown, also where somebody looked before its first record`()
        async throws
    {
        let page = try await ServeFixture()
        let files = FileManager.default
        try files.removeItem(at: page.workspace.library)
        #expect(try await page.get("/api/status").status == 503)
        // As a process leaves it for a moment that begins one.
        let own = page.workspace.library.appending(path: ".carrel")
        try files.createDirectory(at: own, withIntermediateDirectories: true)
        #expect(try await count(page) == 0)
        try Data().write(to: own.appending(path: "library.sqlite"))
        #expect(try await count(page) == 0)
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        #expect(try await count(page) == 1)
        #expect(try await news(page) != 0)
    }
}
