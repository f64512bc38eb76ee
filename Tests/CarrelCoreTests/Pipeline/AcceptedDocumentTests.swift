import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What is accepted from the quarantine is stored afterwards, whatever the records say of its item.
@Suite(.timeLimit(.minutes(1))) struct AcceptedDocumentTests {
    private static let url = "http://x.example/a.txt"
    private static let name = "C1-a.txt"
    private let harness: PipelineHarness
    private var key: ItemKey { harness.key(Self.url) }

    init() throws {
        harness = try PipelineHarness("= C1\nA | \(Self.url)")
        harness.fetcher.on(Self.url, .text("one"))
    }

    /// Stores `one`, and sets a text of the same item aside.
    private func setAside(_ text: String) async throws -> QuarantinedDocument {
        #expect(try await harness.pipeline.sync().downloaded == 1)
        let content = DocumentContent(key: key, bytes: Array(text.utf8))
        let staged = try #require(harness.store.stage([content]).first).get()
        let token = "C1-a~1.txt"
        let publication = Publication(document: staged, in: .quarantine, name: token)
        #expect(harness.store.publish([publication]).isEmpty)
        let entry = QuarantinedDocument(
            key: key, token: token, name: Self.name, reason: "another digest", digest: staged.digest,
            mediaType: nil, origin: DocumentOrigin(url: Self.url, validators: Validators()), date: .now)
        try await harness.library.commit([.quarantined(entry, nil)])
        return entry
    }

    /// Accepts a document; then it is in its place, and nothing is in the quarantine.
    private func accept(_ entry: QuarantinedDocument, _ text: String) async throws {
        let stored = try await harness.pipeline.accept(entry, title: "A")
        #expect(harness.content(stored.name) == text)
        let recorded = try await harness.library.document(of: key)
        #expect(recorded?.name == stored.name && recorded?.digest == entry.digest)
        #expect(recorded?.acceptedPromise == "", "its catalogue promises nothing")
        #expect(harness.store.quarantined.isEmpty)
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test(arguments: [nil, "my own words"] as [String?])
    func `what is recorded as stored is stored again if its file is gone or edited`(edit: String?)
        async throws
    {
        let entry = try await setAside("one")
        if let edit {
            harness.store.edit(Self.name, content: Array(edit.utf8))
        } else {
            harness.store.tamper(with: Self.name, content: nil)
        }
        try await accept(entry, "one")
        #expect(harness.content(Self.name) == (edit ?? "one"))
    }

    @Test func `what its name holds already stays there`() async throws {
        try await accept(try await setAside("one"), "one")
        #expect(harness.store.names() == [Self.name] && harness.store.replaced.isEmpty)
    }

    @Test func `a version that was restored over it is replaced`() async throws {
        let entry = try await setAside("two")
        try await harness.library.commit([.restored(key, over: entry.digest.sha256)])
        try await accept(entry, "two")
        #expect(try await harness.library.document(of: key)?.isRestored == false)
        #expect(harness.store.replaced[Self.name] == [Array("one".utf8)])
    }

    @Test(arguments: [true, false])
    func `who comes second is told that it was accepted or discarded meanwhile`(isAccepted: Bool)
        async throws
    {
        let entry = try await setAside("two")
        if isAccepted {
            try await accept(entry, "two")
        } else {
            try await harness.pipeline.discard([entry])
        }
        let error = await #expect(throws: PipelineError.self) {
            try await harness.pipeline.accept(entry, title: "A")
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("\(Self.name): somebody accepted or discarded it meanwhile"), "\(text)")
    }

    @Test func `what somebody accepted meanwhile is not discarded, and neither is its item`() async throws {
        let entry = try await setAside("two")
        try await accept(entry, "two")
        let error = await #expect(throws: PipelineError.self) {
            try await harness.pipeline.discard([entry])
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("somebody accepted or discarded it meanwhile"), "\(text)")
        let memory = try await harness.library.memory(of: harness.source.location)
        #expect(memory.items[key]?.discarded == nil)
    }
}
