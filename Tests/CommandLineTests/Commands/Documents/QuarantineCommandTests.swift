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
        #expect(sync.error.contains("set aside  COMP307: Lost: an HTML page instead of a PDF document"))
        #expect(sync.output.contains("1 set aside (carrel quarantine list)"))
        for command in ["get", "preview"] {
            let result = try await workspace.carrel(command, "COMP307/2")
            #expect((result.output + result.error).contains("carrel quarantine list"), "\(command)")
        }
        #expect(try await workspace.carrel("get", "COMP307/2").status == 1)
        let list = try await workspace.carrel("quarantine", "list")
        #expect(list.output.contains("1  COMP307: Lost") && list.output.contains("an HTML page instead"))
        #expect(
            list.error
                == "store it after all: carrel quarantine accept 1; remove it: carrel quarantine discard 1\n")
        let row = try #require(try await workspace.carrel("quarantine", "list", "--json").objects.first)
        #expect(row["name"] as? String == "COMP307-gone.pdf" && row["bytes"] as? Int == Self.login.count)
        let path = try #require(row["path"] as? String)
        #expect(try Data(contentsOf: URL(filePath: path)) == Self.login)
        #expect(list.output.contains("\n   \(path)\n"))
        let why = try await workspace.carrel("why", "COMP307/2").output
        #expect(why.contains("download → set aside: an HTML page instead"), "\(why)")
        #expect(why.contains("200 OK · application/pdf") && why.contains("decided to set it aside"))
        #expect(why.contains("next sync\n  download: the last try failed"))
        #expect(
            try await workspace.carrel("quarantine", "accept", "1").output.hasPrefix(
                "stored  COMP307-gone.pdf"))
        let file = workspace.library.appending(path: "COMP307-gone.pdf")
        #expect(try Data(contentsOf: file) == Self.login)
        #expect(try await workspace.carrel("verify").status == 0)
        #expect(try await workspace.carrel("quarantine").output == "nothing is set aside\n")
        #expect(try await workspace.carrel("list", "COMP307").output.contains("Lost    stored, new"))
    }

    @Test(arguments: [["open"], ["preview"], ["versions"]])
    func `of what was set aside it is said how to look at it, and not to fetch it`(
        command: [String]
    ) async throws {
        _ = try await workspace.carrel("sync", course.url)
        let said = try await CarrelProcess(command + ["COMP307/2"], in: workspace).wait()
        let remedy =
            ". carrel quarantine list shows what was set aside, and carrel quarantine accept stores it after all\n"
        #expect(said.status == 1 && said.error.hasSuffix(remedy), "\(said.error)")
        #expect(!said.error.contains("Fetch it first"), "\(said.error)")
    }

    @Test func `what was accepted is not set aside again by a server without validators`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        _ = try await workspace.carrel("quarantine", "accept", "Lost")
        let again = try await workspace.carrel("sync", course.url)
        #expect(again.status == 0, "\(again.output)\(again.error)")
        #expect(try await workspace.carrel("quarantine").output == "nothing is set aside\n")
        let why = try await workspace.carrel("why", "COMP307/2").output
        #expect(why.contains("the server sent what is stored, although: an HTML page"), "\(why)")
        // Anything else that breaks the promise is set aside as ever.
        course.server.on(
            "/COMP307/gone.pdf",
            .content(Self.login + Data(" ".utf8), fields: [("Content-Type", "application/pdf")]))
        #expect(try await workspace.carrel("sync", course.url).output.contains("1 set aside"))
    }

    @Test func `what was set aside can be discarded, and what is not there is said so`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let wrong = try await workspace.carrel("quarantine", "discard", "7")
        #expect(wrong.status == 1 && wrong.error.contains("the list that was printed last has no “7”"))
        let unknown = try await workspace.carrel("quarantine", "discard", "Found")
        #expect(unknown.status == 1 && unknown.error.contains("there is no “Found” in the quarantine"))
        let twice = try await workspace.carrel("quarantine", "accept", "Lost", "Lost")
        #expect(twice.status == 0 && twice.output.matches(of: /stored/).count == 1, "\(twice.error)")
        course.server.on(
            "/COMP307/gone.pdf",
            .content(Self.login + Data("!".utf8), fields: [("Content-Type", "application/pdf")]))
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await workspace.carrel("quarantine", "discard").status == 2)
        #expect(try await workspace.carrel("quarantine", "burn").status == 2)
        #expect(
            try await workspace.carrel("quarantine", "discard", "--all").output
                == "discarded  COMP307-gone.pdf  \(Self.login.count + 1) B\n")
        #expect(
            try await workspace.carrel("quarantine", "discard", "--all").output == "nothing is set aside\n")
        let folder = workspace.library.appending(path: ".carrel/quarantine").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func `what somebody removed is called gone, and nothing is offered for it`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let row = try #require(try await workspace.carrel("quarantine", "--json").objects.first)
        let path = try #require(row["path"] as? String)
        try FileManager.default.removeItem(atPath: path)
        let list = try await workspace.carrel("quarantine")
        #expect(list.output.contains("   its file is gone; the next sync takes it off this list\n"))
        #expect(list.error.isEmpty, "\(list.error)")
        course.server.on("/COMP307/gone.pdf", .content("%PDF-1.4"))
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await workspace.carrel("quarantine").output == "nothing is set aside\n")
    }

    @Test func `a number is that of the printed list, whatever was set aside since`() async throws {
        let notes = """
            [{"moduleCode":"C1","moduleTitle":"T","moduleNotes":[
              {"title":"A","url":"\(course.server.address("/a.pdf"))"},
              {"title":"B","url":"\(course.server.address("/b.pdf"))"}]}]
            """
        let file = try workspace.write("notes.json", notes)
        let login = Reply.content(Self.login, fields: [("Content-Type", "application/pdf")])
        course.server.on("/a.pdf", login)
        course.server.on("/b.pdf", .status(404))
        #expect(try await workspace.carrel("sync", file).status == 1)
        #expect(try await workspace.carrel("quarantine").output.hasPrefix("1  C1: A  "))
        course.server.on("/b.pdf", login)
        #expect(try await workspace.carrel("get", "C1/2").status == 1)
        // A program that looks at the list changes no number.
        let titles = try await workspace.carrel("quarantine", "--json").objects.map { $0["title"] as? String }
        #expect(titles == ["B", "A"])
        let discarded = try await workspace.carrel("quarantine", "discard", "1")
        #expect(discarded.output == "discarded  C1-a.pdf  \(Self.login.count) B\n", "\(discarded.error)")
        let again = try await workspace.carrel("quarantine", "discard", "1")
        #expect(again.status == 1 && again.error.contains("has no “1” that is still set aside"))
        #expect(try await workspace.carrel("quarantine").output.hasPrefix("1  C1: B  "))
        #expect(try await workspace.carrel("quarantine", "accept", "1").status == 0)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `a list that cannot be remembered has names in place of numbers`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let library = disk.path + "/library"
        _ = try await workspace.carrel("sync", course.url, "--library", library)
        let first = try await workspace.carrel("quarantine", "--library", library)
        #expect(first.output.hasPrefix("1  COMP307: Lost"), "\(first.output)\(first.error)")
        try disk.makeReadOnly()
        let row = try await workspace.carrel("quarantine", "--json", "--library", library).objects.first
        let name = try #require(row?["file"] as? String)
        let second = try await workspace.carrel("quarantine", "--library", library)
        #expect(second.output.hasPrefix("\(name)  COMP307: Lost"), "\(second.output)\(second.error)")
        #expect(second.error.contains("carrel quarantine discard") && second.error.contains(name))
    }

    @Test func `only what failed is tried again where that is asked for`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let before = course.server.requests.count
        #expect(
            try await workspace.carrel("plan", course.url, "--retry-failed").output.hasPrefix(
                "download  COMP307  Lost"))
        course.server.on("/COMP307/gone.pdf", .content("%PDF-1.4"))
        let retry = try await workspace.carrel("sync", course.url, "--retry-failed")
        #expect(retry.status == 0 && retry.output.contains("1 new"))
        let paths = course.server.requests.dropFirst(before).map(\.path)
        #expect(paths.filter { $0 != "/notes.json" } == ["/COMP307/gone.pdf"])
        #expect(
            try await workspace.carrel("sync", course.url, "--retry-failed").output.contains("nothing to do"))
    }

    @Test func `a plan shows what is to come, the budget and the room`() async throws {
        let notes = """
            [{"moduleCode":"C1","moduleTitle":"T","moduleNotes":[
              {"title":"A","url":"\(course.server.address("/a.txt"))","size":600},
              {"title":"B","url":"\(course.server.address("/b.txt"))","size":600}]}]
            """
        let file = try workspace.write("notes.json", notes)
        let plan = try await workspace.carrel("plan", file, "--set", "download.max-total=1 kB").output
        #expect(plan.contains("postponed  C1  B") && plan.contains("over the byte budget of"))
        #expect(plan.contains("to transfer: at least 600 B · budget "))
        #expect(plan.contains(" free"))
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"))
    func `a disk without room loses nothing of what was set aside`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 1024)
        let library = disk.path + "/library"
        func run(_ arguments: String...) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments + ["--library", library], in: workspace).wait()
        }
        _ = try await run("sync", course.url)
        let file = URL(filePath: library + "/COMP307-gone.pdf")
        let ballast = URL(filePath: disk.path + "/ballast")
        var refusals = 0
        for room in [0, 8, 16, 24, 32, 48, 64, 96] {
            try Data().write(to: ballast)
            try Data(count: max(0, Int(disk.free) - room << 10)).write(to: ballast)
            let accepted = try await run("quarantine", "accept", "Lost")
            try FileManager.default.removeItem(at: ballast)
            if accepted.status == 0 { break }
            refusals += 1
            _ = try await run("select", "COMP304")
            _ = try await run("get", "COMP304/1")
            // The disk may have become full after the record: then the next command has given it its name.
            if FileManager.default.fileExists(atPath: file.path) { break }
            let list = try await run("quarantine", "list", "--json").objects
            #expect(list.count == 1, "\(room) KiB: \(accepted.error)")
        }
        #expect(refusals > 0)
        if !FileManager.default.fileExists(atPath: file.path) {
            #expect(try await run("quarantine", "accept", "Lost").status == 0)
        }
        #expect(try Data(contentsOf: file) == Self.login)
        #expect(try await run("quarantine", "list").output == "nothing is set aside\n")
    }

    @Test func `verify lists what it finds in the quarantine without a record`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        try workspace.write("Carrel/.carrel/quarantine/COMP304-week1~k2.txt", "a repair was killed")
        try workspace.write("Carrel/.carrel/quarantine/whatever~z9", "nobody knows")
        let verify = try await workspace.carrel("verify")
        #expect(verify.status == 0 && verify.output.hasSuffix("3 intact, 2 found in the quarantine\n"))
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        #expect(try await workspace.carrel("quarantine", "list", "--json").objects.count == 3)
        let refused = try await workspace.carrel("quarantine", "accept", "whatever~z9")
        #expect(
            refused.status == 5 && refused.error.contains("the records do not say which item it belongs to"))
        #expect(try await workspace.carrel("quarantine", "accept", "COMP304-week1~k2.txt").status == 0)
        #expect(try workspace.documents()["COMP304-week1.txt"] == Data("a repair was killed".utf8))
        #expect(try await workspace.carrel("quarantine", "discard", "whatever~z9").status == 0)
    }

    @Test func `what is fetched on demand is repaired with the command that fetches it again`() async throws {
        _ = try await workspace.carrel("add", course.url, "--set", "plan.use=on-demand")
        _ = try await workspace.carrel("sync")
        _ = try await workspace.carrel("get", "COMP304/1")
        try damage(workspace.library.appending(path: "COMP304-week1.txt"), with: Data())
        let repaired = try await workspace.carrel("verify", "--repair")
        #expect(
            repaired.output.contains("  (carrel get COMP304/1 fetches it again)\n"), "\(repaired.output)")
        #expect(try await workspace.carrel("get", "COMP304/1").status == 0)
        #expect(try workspace.documents()["COMP304-week1.txt"] == Data(CourseServer.text.utf8))
    }
}
