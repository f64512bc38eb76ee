import CarrelDigest
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Files that other programs fetched become documents, and nothing of them is fetched again.
@Suite(.timeLimit(.minutes(3))) struct ImportCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in ["one", "two", "three"] { server.on("/\(name).txt", .text("text \(name)")) }
    }

    private func sha256(_ text: String) -> String { SHA256.digits(of: text.utf8) }

    private func list(_ rows: String...) {
        let text = (["collection,title,url,size,sha256"] + rows).joined(separator: "\n")
        server.on("/list.csv", .text(text, tag: "\"\(sha256(text))\""))
    }

    private func run(_ command: String, _ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            [command, "--profile", "url-list"] + arguments + [server.address("/list.csv")], in: workspace
        ).wait()
    }

    @Test func `a file above the limit is left alone, also by a dry run`() async throws {
        list("A,One,/one.txt,8,")
        try workspace.write("wget/one.txt", "text one")
        for options in [["--dry-run"], []] {
            let result = try await CarrelProcess(
                ["import", "wget", server.address("/list.csv"), "--set", "download.max-size=3"] + options,
                in: workspace
            ).wait()
            #expect(result.status == 0 && result.output == "1 not taken\n", "\(result)")
            #expect(
                result.error.contains("not taken  A: One: 8 B, larger than download.max-size, 3 B (one.txt)"),
                "\(result.error)")
        }
    }

    @Test func `what wget left is imported, and the next syncs fetch the rest alone`() async throws {
        list("A,One,/one.txt,8,", "A,Two,/two.txt,,\(sha256("text two"))", "B,Three,/three.txt,10,")
        try workspace.write("wget/127.0.0.1/one.txt", "text one")
        try workspace.write("wget/whatever", "text two")
        let dry = try await run("import", "wget", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("2 would be imported, 1 not found"), "\(dry)")
        #expect(!FileManager.default.fileExists(atPath: workspace.library.path))
        let result = try await run("import", "wget")
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("2 imported, 1 not found · 16 B"), "\(result.output)")
        #expect(try workspace.documents(in: workspace.folder.appending(path: "wget")).count == 2)
        for _ in 1...2 { #expect(try await run("sync").status == 0) }
        #expect(try workspace.documents().count == 3)
        #expect(server.requests(for: "/one.txt").isEmpty && server.requests(for: "/two.txt").isEmpty)
        #expect(!server.requests(for: "/three.txt").isEmpty)
        #expect(try await workspace.carrel("verify").status == 0)
        let why = try await workspace.carrel("why", "One")
        #expect(why.output.contains("imported from"), "\(why.output)")
        let again = try await run("import", "wget")
        #expect(again.status == 0 && again.output.contains("2 already in the library"), "\(again.output)")
        // Another promise, and the server is asked.
        list("A,One,/one.txt,9,", "A,Two,/two.txt,,\(sha256("text two"))", "B,Three,/three.txt,10,")
        server.on("/one.txt", .text("text one!"))
        let changed = try await run("sync")
        #expect(changed.status == 0 && changed.output.contains("1 updated"), "\(changed)")
        #expect(server.requests(for: "/one.txt").count == 1 && server.requests(for: "/two.txt").isEmpty)
        #expect(try workspace.documents().values.contains(Data("text one!".utf8)))
    }

    @Test func `without a promise the server is asked once, and a name alone is not enough`() async throws {
        list("A,One,/one.txt,,", "A,Two,/two.txt,,")
        server.on("/one.txt", .text("text one"))
        try workspace.write("wget/one.txt", "text one")
        let careful = try await run("import", "wget")
        #expect(careful.error.contains("only the name agrees; --by-name imports it"), "\(careful.error)")
        #expect(try workspace.documents().isEmpty)
        #expect(try await run("import", "wget", "--by-name").output.contains("1 imported"))
        for _ in 1...2 { #expect(try await run("sync").status == 0) }
        let requests = server.requests(for: "/one.txt")
        #expect(requests.count == 2)
        #expect(requests.map { $0.fields["If-None-Match"] } == [nil, "\"1\""])
        let list = try await workspace.carrel("list", "A")
        #expect(!list.output.contains("updated"), "\(list.output)")
    }

    @Test func `hostile names, links, login pages and halves stay outside, and are named`() async throws {
        let page = "<!DOCTYPE html><title>Log in</title>"
        let hostile = "a\u{1B}[31m\u{202E}b.txt"
        server.on("/x.pdf", .text("x"))
        list(
            "A,\(hostile),/two.txt,8,", "A,One,/one.txt,8,", "A,Page,/x.pdf,\(page.utf8.count),",
            "A,Half,/three.txt,10,", "A,Linked,/link.txt,8,")
        try workspace.write("in/two.txt", "text two")
        try workspace.write("in/\(hostile)", "text two")
        try workspace.write("in/x.pdf", page)
        try workspace.write("in/three.txt", "text")
        try workspace.write("in/one.txt", "text one")
        try workspace.write("in/one.txt.1", "text 0ne")
        try workspace.write("in/big.iso", "")
        try workspace.write("in/big.iso.aria2", "")
        try workspace.write("secret", "text six")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.folder.appending(path: "in/link.txt").path, withDestinationPath: "../secret")
        try workspace.write("in/deep/library/.carrel/records", "")
        let made = try await workspace.shell("cd in && mkfifo pipe && : > \"$(printf 'bad\\377.txt')\"")
        #expect(made.status == 0, "\(made.error)")
        let result = try await run("import", "in", "--verbose")
        #expect(result.status == 0, "\(result.error)")
        let all = result.output + result.error
        #expect(!all.contains("\u{1B}") && !all.contains("\u{202E}"), "\(all)")
        #expect(
            result.output.contains(
                "1 imported, 1 ambiguous, 2 not taken, 2 not finished, 4 left out, 1 not found, 1 file nobody's"
            ),
            "\(all)")
        for reason in [
            "an HTML page instead of a PDF document", "4 B of 10 B: it is not whole", "2 files fit it",
            "not finished  big.iso", "left out  link.txt: a symbolic link", "left out  pipe: a pipe",
            "left out  bad\u{FFFD}.txt: its name is not UTF-8", "left out  deep/library: a library",
            "not found  A: Linked",
        ] {
            #expect(result.error.contains(reason), "\(reason): \(result.error)")
        }
        let names = try workspace.documents().keys
        #expect(names.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") } && names.count == 1, "\(names)")
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `a folder within that may not be read is left out and named, and the others are imported`()
        async throws
    {
        list("A,One,/one.txt,8,")
        try workspace.write("in/one.txt", "text one")
        try workspace.write("in/private/two.txt", "text two")
        let result = try await workspace.shell(
            """
            chmod 000 in/private
            \(PlainRights.words) carrel import in --profile url-list \(server.address("/list.csv"))
            chmod 755 in/private
            """)
        #expect(result.status == 0 && result.output.contains("1 imported, 1 left out"), "\(result)")
        #expect(
            result.error.contains("left out  private: could not be opened: Permission denied"),
            "\(result.error)")
        #expect(try workspace.documents().count == 1)
    }

    @Test func `an empty name of a folder is not the current folder`() async throws {
        list("A,One,/one.txt,8,")
        try workspace.write("one.txt", "text one")
        let result = try await run("import", "--move", "")
        #expect(result.status == 2 && result.error == "carrel import: which folder?\n", "\(result.error)")
        #expect(try workspace.text("one.txt") == "text one")
    }

    @Test func `a file in place of the folder is called a file`() async throws {
        try workspace.write("one.txt", "text one")
        let result = try await workspace.carrel("import", "one.txt")
        #expect(
            result.status == 1
                && result.error.contains("this is a file, not a folder. Name the folder that it is in"),
            "\(result.error)")
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `a folder that may not be read is no library`() async throws {
        try workspace.write("in/one.txt", "text one")
        let result = try await workspace.shell(
            "chmod 000 in && \(PlainRights.words) carrel import in 2>&1 || chmod 755 in")
        #expect(
            result.output.contains(
                "/in: the folder could not be opened: Permission denied. Name a folder that you may read"),
            "\(result)")
    }

    @Test func `--move takes the files away once they are stored, and no others`() async throws {
        list("A,One,/one.txt,8,", "A,Two,/two.txt,9,")
        try workspace.write("in/one.txt", "text one")
        try workspace.write("in/two.txt", "text two")
        let result = try await run("import", "in", "--move", "--json")
        #expect(result.status == 0, "\(result.error)")
        #expect(result.objects.compactMap { $0["state"] as? String } == ["imported", "removed", "refused"])
        let left = try workspace.documents(in: workspace.folder.appending(path: "in")).keys
        #expect(left.sorted() == ["two.txt"])
        #expect(try workspace.documents().count == 1)
    }

    @Test func `a file with a wrong piece is not imported, one with another digest is nobody's`() async throws
    {
        func serve(_ hash: String) {
            let text = """
                <?xml version="1.0"?><metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="one.txt">
                <size>8</size>\(hash)<url>\(server.address("/one.txt"))</url></file></metalink>
                """
            server.on("/set.meta4", .text(text, tag: "\"\(sha256(text))\""))
        }
        func imported() async throws -> CarrelProcess.Result {
            try await workspace.carrel(
                "import", "in", "--profile", "metalink", server.address("/set.meta4"))
        }
        try workspace.write("in/one.txt", "text 0ne")
        let (first, last) = (sha256("text"), sha256(" one"))
        serve(
            "<pieces length=\"4\" type=\"sha-256\"><hash>\(first)</hash><hash>\(last)</hash></pieces>")
        let wrong = try await imported()
        #expect(wrong.status == 1 && wrong.error.contains("piece 2 of 2"), "\(wrong)")
        #expect(try workspace.documents().isEmpty)
        serve("<hash type=\"sha-256\">\(sha256("text one"))</hash>")
        #expect(try await imported().error.contains("its digest is not the one"))
        try workspace.write("in/one.txt", "text one")
        #expect(try await imported().output.contains("1 imported"))
        #expect(try workspace.documents().count == 1 && server.requests(for: "/one.txt").isEmpty)
    }

    @Test func `a recorded listing is enough, and the library's own folder is refused`() async throws {
        list("A,One,/one.txt,8,", "A,Two,/two.txt,8,")
        _ = try await CarrelProcess(
            ["add", "--profile", "url-list", server.address("/list.csv")], in: workspace
        ).wait()
        let reads = server.requests(for: "/list.csv").count
        try workspace.write("in/one.txt", "text one")
        let result = try await workspace.carrel("import", "in", "--recorded")
        #expect(result.status == 0 && result.output.contains("1 imported"), "\(result)")
        #expect(server.requests(for: "/list.csv").count == reads)
        let own = try await workspace.carrel("import", "Carrel")
        #expect(own.status == 2 && own.error.contains("this is in the library"), "\(own.error)")
        let nothing = try await workspace.carrel("import", "nothing")
        #expect(nothing.status == 1 && nothing.error.contains("there is no such folder"), "\(nothing.error)")
        let unread = try await run("import", "in", "--recorded", "--library", "new")
        #expect(unread.status == 4 && unread.error.contains("never read"), "\(unread.error)")
    }

    @Test func `a kill in the middle leaves the library whole, and a second import does the rest`()
        async throws
    {
        let count = 400
        let rows = (0..<count).map { "A,Note \($0),/n\($0).txt,20000," }
        server.on("/list.csv", .text((["collection,title,url,size,sha256"] + rows).joined(separator: "\n")))
        for number in 0..<count {
            try workspace.write("in/n\(number).txt", String(repeating: "n\(number % 10)", count: 10_000))
        }
        var kills = 0
        while kills < 3 {
            let process = try CarrelProcess(
                ["import", "in", "--profile", "url-list", server.address("/list.csv")], in: workspace)
            while !["imported  ", "already in the library"].contains(where: process.outputSoFar.contains) {
                try await Task.sleep(for: .milliseconds(2))
            }
            process.send(SIGKILL)
            _ = try? await process.wait()
            kills += 1
            let check = try await workspace.carrel("verify")
            #expect(check.status == 0, "\(check.output)\(check.error)")
        }
        #expect(try await run("import", "in").status == 0)
        let documents = try workspace.documents()
        #expect(documents.count == count && documents.values.allSatisfy { $0.count == 20_000 })
        #expect(try await run("sync").status == 0)
        #expect((0..<count).allSatisfy { server.requests(for: "/n\($0).txt").isEmpty })
    }
}
