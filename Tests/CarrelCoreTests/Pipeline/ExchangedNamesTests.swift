import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

@testable import CarrelCore

/// Documents that somebody gave each other's names.
@Suite(.timeLimit(.minutes(1))) struct ExchangedNamesTests {
    private static let items = ["a", "b", "c"]
    private static let texts = ["a": "one", "b": "twice", "c": "threefold"]

    private static func url(_ item: String) -> String { "http://x.example/\(item).txt" }

    /// A library of three documents, whose files somebody has rearranged.
    private func harness(_ files: [String: String]) async throws -> PipelineHarness {
        let lines = Self.items.map { "\($0) | \(Self.url($0))" }
        let harness = try PipelineHarness("= C1\n" + lines.joined(separator: "\n"))
        for (item, text) in Self.texts { harness.fetcher.on(Self.url(item), .text(text)) }
        _ = try await harness.pipeline.sync()
        for name in harness.store.names() { harness.store.tamper(with: name, content: nil) }
        for (name, text) in files { harness.store.edit(name, content: Array(text.utf8)) }
        return harness
    }

    /// The names of the documents, as lists show them.
    private func listed(_ harness: PipelineHarness) async throws -> [String] {
        let memory = try await harness.pipeline.memory(of: harness.source.location)
        return Self.items.map { memory["C1", Self.url($0)].document?.name ?? "none" }
    }

    private func recorded(_ harness: PipelineHarness) async throws -> [String] {
        var names: [String] = []
        for item in Self.items {
            let document = try await harness.library.document(of: harness.key(Self.url(item)))
            names.append(document?.name ?? "none")
        }
        return names
    }

    @Test(arguments: [
        ["C1-b.txt", "C1-a.txt", "C1-c.txt"],
        ["C1-c.txt", "C1-a.txt", "C1-b.txt"],
        ["C1-b.txt", "C1-c.txt", "mine.txt"],
        ["C1-b.txt", "mine.txt", "C1-c.txt"],
    ])
    func `documents are found under names that others had, and stay there`(names: [String]) async throws {
        let files = zip(names, Self.items).map { ($0, Self.texts[$1] ?? "") }
        let harness = try await harness(Dictionary(files) { first, _ in first })
        #expect(try await listed(harness) == names)
        var states: [Verification.State] = []
        try await harness.pipeline.verify(repairs: true) { states.append($0.state) }
        let expected: [Verification.State] = zip(names, Self.items).map {
            $0 == "C1-\($1).txt" ? .intact : .moved
        }
        #expect(states == expected)
        let summary = try await harness.pipeline.sync()
        #expect(summary.unchanged == 3 && summary.failed == 0)
        #expect(try await recorded(harness) == names)
        #expect(harness.store.names() == names.sorted())
        for (name, text) in files { #expect(harness.content(name) == text) }
    }

    /// Two catalogues of one document each, which are stored.
    private func twoCatalogs() async throws -> (harness: PipelineHarness, second: Pipeline) {
        let harness = try PipelineHarness("= C1\na | \(Self.url("a"))")
        var second = harness.pipeline
        second.source = FixedSource(
            "= C2\nb | \(Self.url("b"))", location: "http://catalog.example/second")
        for item in ["a", "b"] { harness.fetcher.on(Self.url(item), .text(Self.texts[item] ?? "")) }
        _ = try await harness.pipeline.sync()
        _ = try await second.sync()
        return (harness, second)
    }

    /// The recorded names of these documents.
    private func recordedInTwo(_ harness: PipelineHarness) async throws -> [String?] {
        let other = ItemKey(
            catalog: "http://catalog.example/second", collection: "C2", item: Self.url("b"))
        let first = try await harness.library.document(of: harness.key(Self.url("a")))
        return [first?.name, try await harness.library.document(of: other)?.name]
    }

    @Test(arguments: [false, true])
    func `documents of two catalogues that were copied to each other's names are told apart`(
        isListed: Bool
    ) async throws {
        let (harness, second) = try await twoCatalogs()
        // Both files are newer than what is recorded of them.
        harness.store.edit("C1-a.txt", content: Array("twice".utf8))
        harness.store.edit("C2-b.txt", content: Array("one".utf8))
        if isListed {
            let key = harness.key(Self.url("a"))
            let memory = try await harness.pipeline.runParts.memory(ofItems: [key], in: key.catalog)
            #expect(memory.items[key]?.document?.name == "C2-b.txt")
        } else {
            #expect(try await second.sync().unchanged == 1)
            #expect(try await recordedInTwo(harness) == ["C2-b.txt", "C1-a.txt"])
        }
    }

    @Test(arguments: [false, true])
    func `documents of two catalogues that got each other's names are told apart`(
        bySync: Bool
    ) async throws {
        let (harness, second) = try await twoCatalogs()
        harness.store.exchange("C1-a.txt", "C2-b.txt")
        if bySync {
            let summary = try await second.sync()
            #expect(summary.unchanged == 1)
        } else {
            var recorded: [String: Bool] = [:]
            try await second.verify(repairs: true) { recorded[$0.name] = $0.isRepaired }
            #expect(recorded == ["C1-a.txt": true, "C2-b.txt": true])
        }
        #expect(try await recordedInTwo(harness) == ["C2-b.txt", "C1-a.txt"])
        #expect(harness.content("C1-a.txt") == "twice" && harness.content("C2-b.txt") == "one")
        let memory = try await harness.pipeline.memory(of: harness.source.location)
        #expect(!memory["C1", Self.url("a")].isEdited)
    }

    @Test func `of documents with the same content each is the file that has its name in another folder`()
        async throws
    {
        let lines = Self.items.map { "\($0) | \(Self.url($0))" }
        let harness = try PipelineHarness("= C1\n" + lines.joined(separator: "\n"))
        for item in Self.items { harness.fetcher.on(Self.url(item), .text("template")) }
        _ = try await harness.pipeline.sync()
        for name in harness.store.names() { harness.store.tamper(with: name, content: nil) }
        for item in ["b", "c"] { harness.store.edit("sub/C1-\(item).txt", content: Array("template".utf8)) }
        #expect(try await harness.pipeline.sync().unchanged == 2)
        #expect(try await recorded(harness) == ["C1-a.txt", "sub/C1-b.txt", "sub/C1-c.txt"])
    }

    @Test func `a document that another one replaced is not taken for moved`() async throws {
        let harness = try await harness(["C1-b.txt": "one", "C1-c.txt": "threefold"])
        #expect(try await listed(harness) == ["C1-a.txt", "C1-b.txt", "C1-c.txt"])
        _ = try await harness.pipeline.sync()
        #expect(try await recorded(harness) == ["C1-a.txt", "C1-b.txt", "C1-c.txt"])
        #expect(harness.content("C1-a.txt") == "one" && harness.content("C1-b.txt") == "one")
    }

    @Test func `a copy of what a document was before somebody wrote into it is only a copy`() async throws {
        let harness = try await harness([
            "C1-a.txt": "one, with notes", "a.orig": "one", "C1-b.txt": "twice, too", "b.orig": "twice",
            "C1-c.txt": "threefold",
        ])
        #expect(try await listed(harness) == ["C1-a.txt", "C1-b.txt", "C1-c.txt"])
        _ = try await harness.pipeline.sync()
        #expect(try await recorded(harness) == ["C1-a.txt", "C1-b.txt", "C1-c.txt"])
        #expect(harness.content("C1-a.txt") == "one, with notes")
    }
}
