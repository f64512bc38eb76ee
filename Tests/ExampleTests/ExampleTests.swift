import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What is each example's own, beside the promises of its stage.
@Suite(.timeLimit(.minutes(1)))
struct ExampleTests {
    @Test func `the page prints every example byte for byte, and none is long`() throws {
        let page = String(
            decoding: try Data(contentsOf: Project.folder.appending(path: "docs/WritingAPlugin.md")),
            as: UTF8.self)
        let printed = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        let folder = Project.folder.appending(path: "Tests/ExampleTests/Examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let files = try names.map {
            String(decoding: try Data(contentsOf: folder.appending(path: $0)), as: UTF8.self)
        }
        #expect(files.count == 7)
        for (name, file) in zip(names, files) {
            #expect(printed.contains(file), "docs/WritingAPlugin.md lacks \(name) as it is")
            #expect(file.count { $0 == "\n" } < 120, "\(name)")
        }
        // The others are parts of tests, which are compiled, too.
        let tests = String(
            decoding: try Data(
                contentsOf: Project.folder.appending(path: "Tests/ExampleTests/PageTests.swift")),
            as: UTF8.self)
        for block in printed where !files.contains(block) {
            #expect(tests.contains(block), "no test holds \(block)")
        }
    }

    @Test func `a line of a reading list that cannot be used is reported, and leaves a gap`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let text = "# reading list\nLost | a.pdf\n## Week 1\nRead | b.pdf\nNo bar\nLong | \(long)\n"
        let document = CatalogDocument(data: Data(text.utf8), url: URL(filePath: "/lists/reading.txt"))
        let catalog = try ReadingListParser().parse([document])
        #expect(catalog.problems.map(\.place) == ["line 2", "line 5", "line 6"])
        #expect(catalog.problems.allSatisfy { $0.gap == .lasting })
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["Read"])
    }

    @Test func `a program's failure is told with what it said`() async throws {
        let words = try #require(CommandWords(["ls", "/no-such-folder"]))
        let source = CommandSource(words, timeout: .seconds(20), PluginContext())
        let error = await #expect(throws: SourceError.self) { try await source.read(after: nil) }
        #expect(error?.subject == "command:ls /no-such-folder")
        #expect(
            error?.reason.contains(#/^it ended with 2: .*ls: .*\/no-such-folder/#) == true,
            "\(error?.reason ?? "")")
        #expect(CommandSource.command.power(of: Optional(words)) == .run(words.words))
    }

    @Test func `a small document is planned, a larger one is left for later`() {
        let sizes: [Int64?] = [5, 6, nil]
        let items = sizes.map { size in
            Item(title: "\(size ?? 0)", url: "http://h.example/\(size ?? 0)", size: size)
        }
        let catalog = Catalog(collections: [ItemCollection(id: "C", title: "C", items: items)])
        let plan = SmallOnlyPlanner(largest: ByteCount(5)).plan(catalog, memory: LibraryMemory(catalog: "c"))
        #expect(plan.entries.map(\.action) == [.download, .deferred, .deferred])
        #expect(plan.entries.map(\.bytes) == [5, nil, nil])
    }

    @Test func `a mirror delivers its copies, and nothing outside of it`() async throws {
        let folder = try TemporaryFolder()
        let content = String(repeating: "tides ", count: 50_000)
        try folder.write("mirror/h.example/a/b.txt", content)
        try folder.write("secret.txt", "secret")
        let fetcher = MirrorFetcher(folder.url.appending(path: "mirror"))
        func get(_ url: String, _ sink: CollectingSink) async throws -> Int? {
            let url = try #require(URL(string: url))
            try await fetcher.exchange(FetchRequest(url: url), into: sink)
            sink.close()
            #expect(sink.result.violations == [])
            return sink.head?.status
        }
        let whole = CollectingSink()
        #expect(try await get("http://H.example/a/b.txt", whole) == 200)
        #expect(whole.content == Data(content.utf8))
        #expect(whole.head?.contentLength == Int64(content.utf8.count))
        let skipping = CollectingSink(.skip)
        #expect(try await get("http://h.example/a/b.txt", skipping) == 200)
        #expect(skipping.content.isEmpty)
        for path in ["a/c.txt", "a", "..%2F..%2Fsecret.txt", "a/../../../secret.txt", "a/b.txt?x"] {
            #expect(try await get("http://h.example/\(path)", CollectingSink()) == 404, "\(path)")
        }
    }

    @Test func `a mirror waits for a slow sink, and for nobody who has gone`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("h.example/a.txt", String(repeating: "x", count: 200_000))
        let fetcher = MirrorFetcher(folder.url)
        let url = try #require(URL(string: "http://h.example/a.txt"))
        let slow = CollectingSink(.pause(.milliseconds(20), pieces: 2))
        try await fetcher.exchange(FetchRequest(url: url), into: slow)
        #expect(slow.result.violations == [] && slow.content.count == 200_000)

        let sink = CollectingSink(.pause(.seconds(3600), pieces: 1))
        let task = Task { try await fetcher.exchange(FetchRequest(url: url), into: sink) }
        try await sink.calls(atLeast: 2)
        task.cancel()
        await #expect { try await task.value } throws: { ($0 as? FetchError)?.code == .cancelled }
        let stopping = CollectingSink(.stopAtHead)
        await #expect {
            try await fetcher.exchange(FetchRequest(url: url), into: stopping)
        } throws: { ($0 as? FetchError)?.code == .stopped }
    }

    @Test(arguments: [
        ("a,b\n\"x, y\",\"say \"\"so\"\"\"\n", "a | b\nx, y | say \"so\"", "2"),
        ("one\r\n\r\n\"two\r\nlines\"", "one\ntwo lines", "2"), ("", "", "0"), ("a,,c", "a |  | c", "1"),
    ])
    func `quotes keep what is within a cell`(text: String, shown: String, rows: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("table.csv", text)
        let type = try #require(MediaType("text/csv"))
        let preview = try await TablePreviewer().preview(
            PreviewDocument(file: file, mediaType: type), limits: PreviewLimits())
        #expect(preview.text == shown)
        #expect(preview.metadata["rows"] == rows)
    }
}
