import CarrelTesting
import Foundation
import Testing

/// What is explained of an item.
@Suite(.timeLimit(.minutes(1))) struct WhyCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test func `until when a host asked to wait is said as one time, whatever the zone`() async throws {
        let environment = ["TZ": "America/New_York"]
        course.server.on("/COMP307/week1.txt", .status(429, retryAfter: "7200"))
        for _ in 0..<2 { _ = try await workspace.carrel("sync", course.url, environment: environment) }
        let why = try await workspace.carrel("why", "COMP307/1", environment: environment)
        let times = why.output.matches(of: /asked to wait until (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/)
            .map { $0.output.1 }
        #expect(times.count >= 2 && Set(times).count == 1, "\(why.output)")
    }

    @Test func `an item is named by the path of its document's file, too`() async throws {
        _ = try await workspace.carrel("sync", course.url, "--quiet")
        let named = try await workspace.carrel("why", "COMP304-week1.txt")
        #expect(named.status == 0 && named.output.hasPrefix("COMP304: Week 1\n"), "\(named.error)")
        let parent = "../\(workspace.folder.lastPathComponent)"
        for path in [workspace.library.path, "Carrel", "./Carrel", "\(parent)/Carrel"] {
            let found = try await workspace.carrel("why", "\(path)/COMP304-week1.txt")
            #expect(found.output == named.output, "\(found.error)")
            let versions = try await workspace.carrel("versions", "\(path)/COMP304-week1.txt")
            #expect(versions.status == 0, "\(versions.error)")
        }
        let said = ["new": "Week 1", "ignore": "1 ignored", "unignore": "1 no longer ignored"]
        for command in ["new", "ignore", "unignore"] {
            let done = try await workspace.carrel(command, "./Carrel/COMP304-week1.txt")
            #expect(done.status == 0 && done.output.contains(said[command] ?? "?"), "\(done.error)")
        }
        let outside = try await workspace.carrel("why", workspace.folder.path + "/COMP304-week1.txt")
        #expect(outside.status != 0, "\(outside.output)")
    }

    @Test func `whoever will not wait as long as a host asked is told how to ask sooner`() async throws {
        course.server.on("/COMP307/week1.txt", .status(429, retryAfter: "86400"))
        _ = try await workspace.carrel("sync", course.url)
        let sync = try await workspace.carrel("sync", course.url)
        #expect(sync.error.contains("Too Many Requests. To ask sooner: carrel get ITEM"), "\(sync.error)")
        // Other front ends show the reason beside buttons and keys of their own.
        let failed = try await workspace.carrel("list", "--status", "failed", "--json")
        #expect(failed.output.contains("Too Many Requests\""), "\(failed.output)")
        let other = try await workspace.carrel("sync", course.url, "--library", "Other")
        #expect(other.error.contains("To ask sooner: carrel get --library Other ITEM"), "\(other.error)")
        course.server.on("/COMP307/week1.txt", .text("Another first week"))
        let get = try await workspace.carrel("get", "COMP307/1")
        #expect(get.status == 0, "\(get.error)")
    }
}
