import CarrelBasics
import CarrelHTTP
import CarrelS3
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// A library whose documents are in a bucket, from the command line.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"))
struct BucketCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private let bucket: S3Client
    private let prefix: String

    init() async throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        bucket = try await TestBucket.shared(CurlFetcher()).client()
        prefix = TestBucket.newPrefix()
        for (name, text) in [("a", "first"), ("b", "second")] {
            server.on("/\(name).txt", .document(text, entityTag: "\"\(name)\""))
        }
        server.on("/list.txt", .content("\(server.address("/a.txt"))\n\(server.address("/b.txt"))\n"))
        try profile()
    }

    private func profile(_ further: String = "") throws {
        try workspace.write(
            "config/carrel/team.toml",
            """
            [source]
            use = "http"
            url = "\(server.address("/list.txt"))"
            [parse]
            use = "url-list"
            [store]
            use = "s3"
            endpoint = "\(bucket.bucket.endpoint.absoluteString)"
            bucket = "\(bucket.bucket.name)"
            prefix = "\(prefix.dropLast())"
            name = "{basename}"
            \(further)
            """)
    }

    private func carrel(_ arguments: String..., secret: String = ObjectStore.keys.secret) async throws
        -> CarrelProcess.Result
    {
        try await start(arguments, secret: secret).wait()
    }

    private func start(_ arguments: [String], secret: String = ObjectStore.keys.secret) throws
        -> CarrelProcess
    {
        let command = [arguments[0], "--profile", "team"] + arguments.dropFirst()
        return try CarrelProcess(
            command, in: workspace,
            environment: [
                "AWS_ACCESS_KEY_ID": ObjectStore.keys.access, "AWS_SECRET_ACCESS_KEY": secret,
                "CARREL_OPENER": "cat",
            ])
    }

    @Test func `other programs are told names, and all of a profile's catalogues are synced`() async throws {
        let serve = try start(["serve", "--listen", "127.0.0.1:0"])
        defer { serve.send(SIGTERM) }
        let address = String(try await serve.listeningAddress().dropLast())
        let events = try EventReader(address + "/api/events")
        defer { events.end() }
        _ = try await events.first("event: begin")
        let answer = try TestProgram.run("curl", "--silent", address + "/api/token")
        let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        let token = try #require(object?["token"] as? String)
        try TestProgram.run(
            "curl", "--silent", "--header", "X-Carrel-Token: \(token)", "--header",
            "Content-Type: application/json", "--data", "{}", address + "/api/sync")
        let stored = try await events.first("event: stored")
        #expect(stored.contains(#""path":"a.txt""#) || stored.contains(#""path":"b.txt""#), "\(stored)")
    }

    @Test func `doctor asks the bucket`() async throws {
        let well = try await carrel("doctor")
        #expect(well.output.contains("ok       documents    what keeps them answers"), "\(well.output)")
        let refused = try await carrel("doctor", secret: "another")
        #expect(refused.status == 1)
        #expect(refused.output.contains("broken   documents    "), "\(refused.output)")
        #expect(refused.output.contains("Check the keys of [store]"), "\(refused.output)")
    }

    private func content(_ name: String) async throws -> String {
        try await bucket.text(of: prefix + name)
    }

    private func keys() async throws -> [String] { try await bucket.names(below: prefix) }

    /// The folder of the library may be somebody else's work.
    private func expectNothingBehindALink() async throws {
        let files = FileManager.default
        let opened = workspace.library.appending(path: ".carrel/opened")
        let other = workspace.folder.appending(path: "somewhere-else/0123456789abcdef")
        try files.createDirectory(at: other, withIntermediateDirectories: true)
        let old = Date(timeIntervalSinceNow: -7 * 24 * 3600)
        try files.setAttributes([.modificationDate: old], ofItemAtPath: other.path)
        try files.moveItem(at: opened, to: workspace.folder.appending(path: "kept"))
        try files.createSymbolicLink(at: opened, withDestinationURL: other.deletingLastPathComponent())
        let refused = try await carrel("open", "a.txt")
        #expect(refused.status == 5 && refused.error.contains("a link"), "\(refused.error)")
        #expect(files.fileExists(atPath: other.path))
        try files.removeItem(at: opened)
        try files.createDirectory(at: opened, withIntermediateDirectories: false)
        // What is old and of this shape goes, anything else stays.
        for name in ["fedcba9876543210", "notes"] {
            let folder = opened.appending(path: name)
            try files.createDirectory(at: folder, withIntermediateDirectories: false)
            try files.setAttributes([.modificationDate: old], ofItemAtPath: folder.path)
        }
        #expect(try await carrel("open", "a.txt").status == 0)
        let left = try files.contentsOfDirectory(atPath: opened.path)
        #expect(left.contains("notes") && !left.contains("fedcba9876543210") && left.count == 2, "\(left)")
    }

    @Test func `documents go into the bucket, and every command reads them there`() async throws {
        let sync = try await carrel("sync")
        #expect(sync.status == 0, "\(sync.error)")
        #expect(sync.output.contains("2 new"), "\(sync.output)")
        #expect(try await keys() == ["a.txt", "b.txt"])
        #expect(try await content("b.txt") == "second")
        #expect(try workspace.documents().isEmpty)
        let again = try await carrel("sync")
        #expect(again.output.contains("2 unchanged"), "\(again.output)")
        #expect(try await carrel("preview", "a.txt").output.contains("first"))
        #expect(try await carrel("verify").output.contains("2 intact"))
        #expect(try await carrel("search", "second").output.contains("b.txt"))
        for _ in 1...2 {
            let opened = try await carrel("open", "a.txt")
            #expect(opened.status == 0 && opened.output.contains("first"), "\(opened.output)\(opened.error)")
        }
        try await expectNothingBehindALink()
        server.on("/a.txt", .document("changed", entityTag: "\"a2\""))
        #expect(try await carrel("sync").output.contains("1 updated"))
        let versions = try await carrel("versions", "a.txt")
        #expect(versions.output.contains("5 B"), "\(versions.output)")
        #expect(try await carrel("restore", "a.txt", "--version", "1").status == 0)
        #expect(try await content("a.txt") == "first")
        let moved = try await carrel("move", "--yes", "--set", "store.name=kept/{basename}")
        #expect(moved.status == 0, "\(moved.error)")
        #expect(try await keys().filter { !$0.hasPrefix(".carrel/") } == ["kept/a.txt", "kept/b.txt"])
        #expect(try await carrel("verify").output.contains("2 intact"))
    }

    @Test func `what somebody wrote into the bucket stays, and what is gone comes again`() async throws {
        _ = try await carrel("sync")
        try await bucket.write(prefix + "a.txt", bytes: Array("mine!".utf8))
        try await bucket.remove(prefix + "b.txt")
        let verify = try await carrel("verify")
        #expect(verify.output.contains("1 changed on disk"), "\(verify.output)")
        #expect(verify.output.contains("1 missing"), "\(verify.output)")
        let fast = try await carrel("verify", "--fast")
        #expect(fast.output.contains("1 changed on disk, 1 missing, without reading them"), "\(fast.output)")
        server.on("/a.txt", .document("newer", entityTag: "\"a2\""))
        let sync = try await carrel("sync")
        #expect(sync.status == 0, "\(sync.error)")
        #expect(try await content("a.txt") == "mine!")
        #expect(try await content("b.txt") == "second")
        let others = try await keys().filter { $0.hasPrefix("a~") }
        #expect(others.count == 1)
        #expect(try await content(others.first ?? "") == "newer")
    }

    @Test func `a killed sync leaves nothing half there, and the next one leaves nothing over`() async throws
    {
        let large = TestBytes.make(12_000_000)
        server.on("/a.txt", .document(large, entityTag: "\"large\""))
        try profile("part-size = \"5 MiB\"")
        for wait in [0, 1, 2, 3] {
            let process = try start(["sync", "--json"])
            _ = try await server.requests(atLeast: wait * 3 + 1)
            if wait > 0 {
                while try await keys().count < wait - 1, process.errorSoFar.isEmpty { await Task.yield() }
            }
            process.send(SIGKILL)
            _ = try await process.wait()
        }
        let sync = try await carrel("sync")
        #expect(sync.status == 0, "\(sync.error)")
        let left = try await keys()
        #expect(left == ["a.txt", "b.txt"])
        #expect(try await carrel("verify").output.contains("2 intact"))
    }

    @Test func `what keeps a library from its bucket is said, with what to do`() async throws {
        let wrong = try await carrel("sync", secret: "wrong")
        #expect(wrong.status == 5)
        #expect(wrong.error.contains("Check the keys of [store]"), "\(wrong.error)")
        #expect(!wrong.error.contains("wrong"), "\(wrong.error)")
        let nowhere = try await carrel("sync", "--set", "store.bucket=nowhere")
        #expect(nowhere.status == 5)
        #expect(nowhere.error.contains("there is no such bucket"), "\(nowhere.error)")
        let unnamed = try await carrel("sync", "--set", "store.bucket=")
        #expect(unnamed.status == 3)
        #expect(unnamed.error.contains("no bucket is named"), "\(unnamed.error)")
        _ = try await carrel("sync")
        let unreadable = try await carrel("verify", secret: "wrong")
        #expect(unreadable.status == 5)
        #expect(unreadable.error.contains("Check the keys of [store]"), "\(unreadable.error)")
    }

    @Test func `the page sends documents from the bucket, and parts of them`() async throws {
        _ = try await carrel("sync")
        let process = try start(["serve", "--listen", "127.0.0.1:0"])
        defer { process.send(SIGTERM) }
        let address = try await process.listeningAddress()
        let list = try await get(address)
        let item = try #require(list.text.firstMatch(of: /href="(\/[^"]*item=[^"]*)"/)?.output.1)
        let detail = try await get(address + item.dropFirst().replacing("&amp;", with: "&"))
        let path = try #require(detail.text.firstMatch(of: /"(\/document[^"]*)"/)?.output.1)
        let document = address + path.dropFirst().replacing("&amp;", with: "&")
        #expect(try await get(document).text == "first")
        let part = try await get(document, range: "bytes=1-3")
        #expect(part.status == 206)
        #expect(part.text == "irs")
    }

    private func get(_ address: String, range: String? = nil) async throws -> (status: Int, text: String) {
        let url = try #require(URL(string: address))
        let sink = CollectingSink()
        let fields = range.map { [("Range", $0)] } ?? []
        try await CurlFetcher().exchange(FetchRequest(url: url, fields: HTTPFields(fields)), into: sink)
        return (sink.head?.status ?? 0, String(decoding: sink.content, as: UTF8.self))
    }

    @Test func `the profile of the page about buckets can be used as it is written`() async throws {
        let page = try String(
            contentsOf: Project.folder.appending(path: "docs/ManyMachines.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /```toml\n(.*?)```/.dotMatchesNewlines())?.output.1)
        let text = block.replacing("https://example.org/notes/list.txt", with: server.address("/list.txt"))
            .replacing("https://s3.eu-central-1.amazonaws.com", with: bucket.bucket.endpoint.absoluteString)
            .replacing("\"notes\"", with: "\"\(bucket.bucket.name)\"")
            .replacing("\"2026\"", with: "\"\(prefix.dropLast())\"")
        try workspace.write("config/carrel/team.toml", String(text))
        for command in ["sync", "list", "verify"] {
            let result = try await carrel(command)
            #expect(result.status == 0, "\(command): \(result.error)")
        }
        #expect(try await keys() == ["list-a.txt", "list-b.txt"])
        #expect(FileManager.default.fileExists(atPath: workspace.folder.path + "/Carrel-team/.carrel"))
    }
}
