import CarrelTesting
import Foundation
import Testing

/// What was set aside, why anything happened, and trying again.
@Suite(.timeLimit(.minutes(2))) struct QuarantineCommandTests {
    private let workspace: Workspace
    private let course: CourseServer
    private static let login = Data("<!DOCTYPE html><title>Please log in</title>".utf8)

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
        course.server.on(
            "/COMP307/gone.pdf", .content(Self.login, fields: [("Content-Type", "application/pdf")]))
    }

    @Test func `a login page for a PDF is set aside, listed, explained and accepted`() async throws {
        let sync = try await workspace.carrel("sync", course.url)
        #expect(sync.status == 1)
        #expect(sync.error.contains("set aside: an HTML page instead of a PDF document"))
        #expect(sync.output.contains("1 set aside (see carrel quarantine list)"))
        for command in ["get", "preview"] {
            let result = try await workspace.carrel(command, "COMP307/2")
            #expect((result.output + result.error).contains("carrel quarantine list"), "\(command)")
        }
        #expect(try await workspace.carrel("get", "COMP307/2").status == 1)
        let list = try await workspace.carrel("quarantine", "list")
        #expect(list.output.contains("1  COMP307: Lost") && list.output.contains("an HTML page instead"))
        let row = try #require(try await workspace.carrel("quarantine", "list", "--json").objects.first)
        #expect(row["name"] as? String == "COMP307-gone.pdf" && row["bytes"] as? Int == Self.login.count)
        let why = try await workspace.carrel("why", "COMP307/2").output
        #expect(why.contains("200 OK · application/pdf") && why.contains("decided to set it aside"))
        #expect(why.contains("next sync\n  download: the last try failed"))
        #expect(
            try await workspace.carrel("quarantine", "accept", "1").output.hasPrefix(
                "stored  COMP307-gone.pdf"))
        let file = workspace.library.appending(path: "COMP307-gone.pdf")
        #expect(try Data(contentsOf: file) == Self.login)
        #expect(try await workspace.carrel("verify").status == 0)
        #expect(try await workspace.carrel("quarantine").output == "nothing is set aside\n")
        #expect(try await workspace.carrel("list", "COMP307").output.contains("Lost    View"))
    }

    @Test func `what was set aside can be discarded, and what is not there is said so`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let wrong = try await workspace.carrel("quarantine", "discard", "7")
        #expect(wrong.status == 1 && wrong.error.contains("there is no “7” in the quarantine"))
        #expect(try await workspace.carrel("quarantine", "discard").status == 2)
        #expect(try await workspace.carrel("quarantine", "burn").status == 2)
        #expect(try await workspace.carrel("quarantine", "discard", "--all").output == "1 discarded\n")
        let folder = workspace.library.appending(path: ".carrel/quarantine").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func `only what failed is tried again where that is asked for`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let before = course.server.requests.count
        #expect(
            try await workspace.carrel("plan", course.url, "--retry-failed").output.hasPrefix(
                "download  COMP307  Lost"))
        course.server.on("/COMP307/gone.pdf", .content(Data("%PDF-1.4".utf8)))
        let retry = try await workspace.carrel("sync", course.url, "--retry-failed")
        #expect(retry.status == 0 && retry.output.contains("1 listed, 1 downloaded"))
        let paths = course.server.requests.dropFirst(before).map(\.path)
        #expect(paths.filter { $0 != "/notes.json" } == ["/COMP307/gone.pdf"])
        #expect(try await workspace.carrel("sync", course.url, "--retry-failed").output.contains("0 listed"))
    }

    @Test func `a plan shows what is to come, the budget and the room`() async throws {
        let notes = """
            [{"moduleCode":"C1","moduleTitle":"T","moduleNotes":[
              {"title":"A","url":"\(course.server.address("/a.txt"))","size":600},
              {"title":"B","url":"\(course.server.address("/b.txt"))","size":600}]}]
            """
        let file = try workspace.write("notes.json", notes)
        let plan = try await workspace.carrel("plan", file, "--set", "download.max-total=1 kB").output
        #expect(plan.contains("deferred  C1  B") && plan.contains("over the byte budget of"))
        #expect(plan.contains("to transfer: at least 600 B · budget "))
        #expect(plan.contains(" free"))
    }
}
