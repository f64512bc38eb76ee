import CarrelTesting
import Foundation
import Testing

/// Searching: what is stored is found by what is inside it.
@Suite(.timeLimit(.minutes(2))) struct SearchCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func serve(_ text: String) {
        course.server.on("/COMP304/week1.txt", .text(text, tag: "\"\(text.hashValue)\""))
    }

    private func titles(_ words: String...) async throws -> [String] {
        let result = try await CarrelProcess(["search"] + words + ["--json"], in: workspace).wait()
        #expect(result.status == 0, "\(result.error)")
        return result.objects.compactMap { $0["title"] as? String }
    }

    @Test func `a stored document is found by its words, its title and its collection`() async throws {
        serve("The mitochondria are the powerhouse.")
        _ = try await workspace.carrel("sync", course.url)
        let found = try await workspace.carrel("search", "powerhouse")
        #expect(found.status == 0 && found.output.hasPrefix("1  "), "\(found.output)\(found.error)")
        #expect(found.output.contains("The mitochondria are the powerhouse."))
        #expect(try await titles("powerhouse", "-mitochondria").isEmpty)
        #expect(try await titles("powerhouse", "type:text").count == 1)
        #expect(try await titles("powerhouse", "type:pdf").isEmpty)
        #expect(try await titles("powerhouse", "after:2999").isEmpty)
        #expect(try await titles("powerhouse", "status:stored").count == 1)
        #expect(try await titles("powerhouse", "status:failed").isEmpty)
        #expect(try await titles("powerhouse", "status:new").count == 1)
        #expect(try await titles("powerhouse", "-status:new").isEmpty)
        let wrong = try await workspace.carrel("search", "powerhouse", "status:nosuch")
        #expect(
            wrong.status == 2 && wrong.error.contains("status:nosuch is not a state; expected stored, "),
            "\(wrong.error)")
        let unquoted = try await workspace.carrel("search", "status:not available yet")
        #expect(unquoted.error.hasSuffix("in quotation marks: status:\"not available yet\"\n"), "\(unquoted)")
        #expect(try await titles("status:\"not available yet\"").isEmpty)
        let nothing = try await workspace.carrel("search", "nosuchword")
        #expect(nothing.status == 0 && nothing.output.isEmpty && nothing.error == "nothing found\n")
    }

    @Test func `a document whose file has another time is found, and one with another content is not`()
        async throws
    {
        serve("The mitochondria are the powerhouse.")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("powerhouse").count == 1)
        let file = workspace.library.appending(path: "COMP304-week1.txt")
        let early = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: early], ofItemAtPath: file.path)
        #expect(try await titles("powerhouse").count == 1)
        try Data("The mitochondria are the cornerstone".utf8).write(to: file)
        #expect(try await titles("powerhouse").isEmpty)
        #expect(try await titles("cornerstone").count == 1)
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `whoever looks at a library that may not be written for a while keeps nobody from writing it later`()
        async throws
    {
        serve("The mitochondria are the powerhouse.")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("powerhouse").count == 1)
        let records = ["library", "index"].map { "Carrel/.carrel/\($0).sqlite" }
        for file in records {
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(at: workspace.folder.appending(path: file + suffix))
            }
        }
        let files = records.joined(separator: " ")
        let result = try await workspace.shell(
            """
            chmod a-w \(files)
            \(PlainRights.words) carrel search powerhouse
            ls Carrel/.carrel
            chmod u+w \(files)
            \(PlainRights.words) carrel mark read --all && \(PlainRights.words) carrel index --rebuild 2>&1
            """)
        #expect(result.output.contains("mitochondria"), "\(result)")
        #expect(!result.output.contains("-shm"), "\(result)")
        #expect(result.output.contains("3 documents can be searched"), "\(result)")
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `where no index is and none can be made, the remedy is one that works`() async throws {
        serve("The mitochondria are the powerhouse.")
        _ = try await workspace.carrel("sync", course.url)
        let result = try await workspace.shell(
            """
            rm -f Carrel/.carrel/index.sqlite*
            chmod -R a-w Carrel
            \(PlainRights.words) carrel search powerhouse 2>&1
            chmod -R u+w Carrel
            """)
        #expect(result.output.contains("there is no index yet, and it could not be "), "\(result)")
        #expect(result.output.contains("Run carrel index once where "), "\(result)")
        let indexed = try await workspace.carrel("index")
        #expect(indexed.status == 0, "\(indexed.error)")
    }

    @Test func `what somebody wrote into a document is found after carrel index`() async throws {
        serve("The mitochondria are the powerhouse.")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("powerhouse").count == 1)
        try Data("My own words".utf8).write(to: workspace.library.appending(path: "COMP304-week1.txt"))
        #expect(try await titles("own").isEmpty)
        let index = try await workspace.carrel("index")
        #expect(
            index.output == "3 documents can be searched; looked into 1\n", "\(index.output)\(index.error)")
        #expect(try await titles("own").count == 1)
    }

    @Test func `a search that finds nothing says of what only a part is indexed, and which types there are`()
        async throws
    {
        serve(String(repeating: "many words ", count: 200) + "needle")
        _ = try await workspace.carrel("sync", course.url)
        try workspace.write("carrel.toml", "[preview]\nindex-text = \"1 KiB\"\n")
        let nothing = try await workspace.carrel("search", "needle", "type:xyz")
        #expect(nothing.status == 0 && nothing.error.hasPrefix("nothing found\n"), "\(nothing.error)")
        #expect(
            nothing.error.contains("no document is of the type “xyz”; there are text/"), "\(nothing.error)")
        #expect(nothing.error.contains("1 document is indexed only in part"), "\(nothing.error)")
        let wordless = try await workspace.carrel("search", "type:xyz").error
        #expect(wordless.hasPrefix("nothing found\n") && !wordless.contains("in part"), "\(wordless)")
        #expect(
            try await workspace.carrel("index").error.contains("1 document is indexed only in part"))
        try workspace.write("carrel.toml", "[preview]\nindex-text = \"1 MiB\"\n")
        _ = try await workspace.carrel("index", "--rebuild")
        let found = try await workspace.carrel("search", "needle")
        #expect(found.output.contains("needle") && found.error.isEmpty, "\(found.error)")
        #expect(try await workspace.carrel("index").error.isEmpty)
    }

    @Test func `what was replaced, deleted or removed is not shown, however far the index is behind`()
        async throws
    {
        serve("alpha version")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("alpha").count == 1)
        serve("beta version")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("alpha", "--as-is").isEmpty)
        #expect(try await titles("beta", "--as-is").isEmpty)
        #expect(try await titles("beta").count == 1)
        let file = workspace.library.appending(path: "COMP304-week1.txt")
        try FileManager.default.removeItem(at: file)
        #expect(try await titles("beta").isEmpty)
    }

    @Test func `of a document that is removed for good no word is left in the library's folder`() async throws
    {
        for text in ["zanzibar one", "zanzibar two"] {
            serve(text)
            _ = try await workspace.carrel("sync", course.url)
            #expect(try await titles("zanzibar").count == 1)
        }
        _ = try await workspace.carrel("ignore", "*/COMP304/week1.txt")
        let prune = try await workspace.carrel("prune", "--ignored", "--yes")
        let index = try await workspace.carrel("index", "--rebuild")
        #expect(prune.status == 0 && index.status == 0, "\(prune.error)\(index.error)")
        let found = try await workspace.shell("grep -rla zanzibar '\(workspace.library.path)'")
        #expect(found.status == 1 && found.output.isEmpty, "\(found.output)\(found.error)")
    }

    @Test func `an index that is gone or damaged is made again`() async throws {
        serve("gamma rays")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("gamma").count == 1)
        let index = workspace.library.appending(path: ".carrel/index.sqlite")
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: index.path + end)
        }
        #expect(try await titles("gamma").count == 1)
        let rebuilt = try await workspace.carrel("index", "--rebuild")
        #expect(rebuilt.status == 0 && rebuilt.output.contains("can be searched"), "\(rebuilt.error)")
        #expect(try await titles("gamma").count == 1)
    }

    @Test(arguments: [[], ["--as-is"]])
    func `an index whose pages are damaged is made again`(options: [String]) async throws {
        serve("gamma rays")
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await titles("gamma").count == 1)
        let index = workspace.library.appending(path: ".carrel/index.sqlite")
        var bytes = try Data(contentsOf: index)
        // The first pages say what tables there are; those behind hold them.
        for place in stride(from: 9000, to: bytes.count, by: 50) { bytes[place] ^= 0xFF }
        try bytes.write(to: index)
        let found = try await CarrelProcess(["search", "gamma", "--json"] + options, in: workspace).wait()
        #expect(found.status == 0 && found.objects.count == 1, "\(found.error)")
        try bytes.write(to: index)
        let rebuilt = try await workspace.carrel("index", "--rebuild")
        #expect(rebuilt.status == 0 && rebuilt.output.contains("can be searched"), "\(rebuilt.error)")
        #expect(try await titles("gamma").count == 1)
    }

    @Test func `with preview.when = stored a sync looks into what it stores`() async throws {
        serve("delta wing")
        _ = try await workspace.carrel("sync", course.url, "--set", "preview.when=stored")
        #expect(try await titles("delta", "--as-is").count == 1)
    }

    @Test func `with preview.when = stored what a person asks for is looked into, too`() async throws {
        serve("delta wing")
        _ = try await workspace.carrel("sync", course.url, "--set", "plan.use=on-demand")
        let got = try await workspace.carrel("get", "COMP304/1", "--set", "preview.when=stored")
        #expect(got.status == 0, "\(got.error)")
        #expect(try await titles("delta", "--as-is").count == 1)
    }

    @Test func `a search that is not understood says what to write`() async throws {
        for words in ["\"open", "-only", "OR"] {
            let result = try await workspace.carrel("search", words)
            #expect(result.status == 2 && result.error.hasPrefix("carrel search: "), "\(result.error)")
        }
    }

    @Test func `what changed between two versions is shown by word`() async throws {
        serve("The exam is on Monday at ten.")
        _ = try await workspace.carrel("sync", course.url)
        let alone = try await workspace.carrel("diff", "COMP304/1")
        #expect(alone.status == 1 && alone.error.contains("there is no earlier version"), "\(alone.error)")
        serve("The exam is on Friday at ten.")
        _ = try await workspace.carrel("sync", course.url)
        let changed = try await workspace.carrel("diff", "COMP304/1")
        #expect(changed.output == "  The exam is on [-Monday-] {+Friday+} at ten.\n", "\(changed.error)")
        let same = try await workspace.carrel("diff", "COMP304/1", "--from", "1", "--to", "1")
        #expect(same.status == 0 && same.error == "the texts are the same\n", "\(same.error)")
        let old = try await workspace.carrel("preview", "COMP304/1", "--version", "1", "--format", "markdown")
        #expect(old.output.contains("Monday"), "\(old.error)")
        let none = try await workspace.carrel("preview", "COMP304/1", "--version", "7")
        #expect(
            none.status == 1
                && none.error.hasPrefix("carrel preview: COMP304/1: there is no version 7. ")
                && none.error.hasSuffix(": carrel versions COMP304/1\n"),
            "\(none.error)")
        for options in [["--from", "7"], ["--to", "7"]] {
            let none = try await CarrelProcess(["diff", "COMP304/1"] + options, in: workspace).wait()
            #expect(
                none.status == 1 && none.error.contains("COMP304/1: there is no version 7. "), "\(none.error)"
            )
        }
        // What cannot be compared is named, and not a copy that is gone.
        course.server.on(
            "/COMP304/week1.txt",
            .document(
                Data([0, 1, 2, 0xFF, 0]), entityTag: "\"binary\"", mediaType: "application/octet-stream"))
        _ = try await workspace.carrel("sync", course.url)
        course.server.on(
            "/COMP304/week1.txt",
            .document(
                Data([0, 1, 2, 0xFF, 9]), entityTag: "\"later\"", mediaType: "application/octet-stream"))
        _ = try await workspace.carrel("sync", course.url)
        let binary = try await workspace.carrel("diff", "COMP304/1")
        #expect(binary.status != 0 && binary.error.contains(".txt, version "), "\(binary.error)")
        #expect(!binary.error.contains("carrel-"), "\(binary.error)")
    }

    @Test func `what changed behind the text that is kept for searching is shown, too`() async throws {
        let paragraphs = (0..<30).map { "paragraph \($0) " + String(repeating: "word ", count: 8000) }
        let long = paragraphs.joined(separator: "\n\n")
        serve("\(long)\n\nThe exam is on Monday.")
        _ = try await workspace.carrel("sync", course.url)
        serve("\(long)\n\nThe exam is on Friday.")
        _ = try await workspace.carrel("sync", course.url)
        let changed = try await workspace.carrel("diff", "COMP304/1")
        #expect(changed.output == "  The exam is on [-Monday.-] {+Friday.+}\n", "\(changed.error)")
    }

    @Test func `doctor says what is well and what is not`() async throws {
        serve("text")
        _ = try await workspace.carrel("sync", course.url)
        let doctor = try await workspace.carrel("doctor")
        #expect(doctor.output.contains("the database is sound"), "\(doctor.output)\(doctor.error)")
        let bare = try await CarrelProcess(["doctor"], in: workspace, environment: ["PATH": "/nowhere"])
            .wait()
        #expect(bare.status == 1 && bare.output.contains("apt-get install poppler-utils"), "\(bare.output)")
        for lacking in [
            "image lacks chafa for pictures on terminals, vipsthumbnail for thumbnails",
            "apt-get install chafa libvips-tools", "media lacks ffprobe", "office lacks bsdtar",
            "book lacks bsdtar",
            "legacy-office lacks catdoc for documents of before 1997",
        ] { #expect(bare.output.contains(lacking), "\(lacking): \(bare.output)") }
        let wrong = try await workspace.carrel("doctor", "--set", "preview.max-text=lots")
        #expect(wrong.status == 1 && wrong.output.contains("broken"), "\(wrong.output)\(wrong.error)")
    }

    @Test func `the remedies of doctor have the profile that it was run with`() async throws {
        try workspace.write("config/carrel/bad.toml", "[plan]\nuse = \"nix\"\n")
        let bad = try await workspace.carrel("doctor", "--profile", "bad")
        #expect(bad.output.hasSuffix(". See carrel config check --profile bad\n"), "\(bad.output)")
        // Nothing is ever free enough.
        let text = "[store]\npath = \"\(workspace.folder.path)/Full\"\nreserve = \"900 TB\"\n"
        try workspace.write("config/carrel/full.toml", text)
        let full = try await workspace.carrel("doctor", "--profile", "full")
        #expect(full.output.contains("see what carrel prune --profile full would remove\n"), "\(full.output)")
        let rows = try await workspace.carrel("doctor", "--profile", "full", "--json").objects
        let remedies = rows.compactMap { $0["remedy"] as? String }
        #expect(remedies.contains { $0.contains("carrel prune --profile full") }, "\(remedies)")
        let file = try await workspace.carrel("doctor", "--config", "config/carrel/bad.toml")
        #expect(
            file.output.hasSuffix("carrel config check --config config/carrel/bad.toml\n"), "\(file.output)")
    }

    @Test func `doctor names the programs of commands that are missing`() async throws {
        let script = try workspace.writeScript("shows", "cat \"$1\"\n")
        let profile = try workspace.write(
            "commands.toml",
            """
            [preview]
            "application/dicom" = "command.dicom"
            [preview.command.dicom]
            command = "dcmdump {file}"
            [preview.command.unused]
            command = "no-such-program {file}"
            [preview.command.mine]
            command = "\(script) {file}"
            [preview.command.moved]
            command = "/nowhere/shows {file}"
            """)
        let doctor = try await CarrelProcess(
            ["doctor", "--config", profile], in: workspace, environment: ["PATH": "/nowhere"]
        ).wait().output
        let lines = doctor.split(separator: "\n").map(String.init)
        func line(_ words: String) -> String? { lines.first { $0.contains(words) } }
        #expect(line("command.dicom lacks dcmdump. Install it: apt-get install dcmtk") != nil, "\(doctor)")
        let own = line("command.unused lacks no-such-program. ")
        #expect(own?.contains("correct preview.command.unused.command in the profile") == true, "\(doctor)")
        #expect(line("command.mine, with \(script)")?.hasPrefix("ok") == true, "\(doctor)")
        #expect(line("command.moved lacks /nowhere/shows. ")?.hasPrefix("lacking") == true, "\(doctor)")
    }
}
