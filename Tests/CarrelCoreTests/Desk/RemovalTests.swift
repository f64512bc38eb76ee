import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What a person is told before documents are removed, and what goes then.
@Suite(.timeLimit(.minutes(1))) struct RemovalTests {
    private static let a = "http://x.example/a.txt"
    private static let b = "http://x.example/b.txt"
    private static let c = "http://x.example/c.txt"
    private let harness: PipelineHarness
    private var location: String { harness.source.location }

    init() throws {
        harness = try PipelineHarness("= C1\nA | \(Self.a)\nB | \(Self.b)")
        harness.fetcher.on(Self.a, .text("one"), .text("two", tag: "\"2\""))
        harness.fetcher.on(Self.b, .text("b"))
        harness.fetcher.on(Self.c, .text("c"))
    }

    private func desk(_ store: (any Store)? = nil) -> Desk {
        var pipeline = harness.pipeline
        if let store { pipeline.store = store }
        return Desk(over: pipeline)
    }

    @Test func `a document that cannot be read stays, and the others go`() async throws {
        _ = try await desk().sync()
        let reading = desk(
            WatchedStore(harness.store) {
                throw StoreError(.system, subject: "a document", reason: "Input/output error")
            })
        let foreseen = try await reading.foreseenRemoval(of: location, withFiles: true)
        #expect(foreseen.removal == Desk.Removal(removed: 1, left: 1))
        #expect(foreseen.documents.compactMap(\.obstacle) == ["Input/output error"])
        let kept = foreseen.documents.filter(\.stays).map(\.document.name)
        let removal = try await reading.remove(location, withFiles: true, among: foreseen.documents)
        #expect(removal == foreseen.removal)
        #expect(harness.store.names() == kept)
    }

    @Test(arguments: [false, true])
    func `a file that somebody deleted counts neither as removed nor as left`(withFiles: Bool) async throws {
        let desk = desk()
        _ = try await desk.sync()
        harness.store.tamper(with: "C1-a.txt", content: nil)
        let foreseen = try await desk.foreseenRemoval(of: location, withFiles: withFiles)
        let removal = try await desk.remove(location, withFiles: withFiles)
        #expect(removal == Desk.Removal(removed: withFiles ? 1 : 0, left: withFiles ? 0 : 1))
        #expect(removal == foreseen.removal)
    }

    @Test func `a catalogue whose files are out of reach is not forgotten`() async throws {
        _ = try await desk().sync()
        let reading = desk(
            WatchedStore(
                harness.store,
                whenRemoving: { () async throws(StoreError) in
                    throw StoreError(.unreachable, subject: "a bucket", reason: "no answer")
                }))
        let error = await #expect(throws: StoreError.self) {
            try await reading.remove(location, withFiles: true)
        }
        #expect(error?.code == .unreachable)
        #expect(try await reading.isRecorded(location))
        #expect(try await desk().remove(location, withFiles: true) == Desk.Removal(removed: 2))
    }

    @Test func `what is stored after a person was told what would go stays`() async throws {
        let desk = desk()
        _ = try await desk.sync()
        let foreseen = try await desk.foreseenRemoval(of: location, withFiles: true)
        #expect(foreseen.documents.map(\.stays) == [false, false])
        harness.replaceCatalog("= C1\nA | \(Self.a)\nB | \(Self.b)\nC | \(Self.c)")
        _ = try await desk.sync()
        #expect(harness.content("C1-a.txt") == "two")
        let removal = try await desk.remove(location, withFiles: true, among: foreseen.documents)
        #expect(removal == Desk.Removal(removed: 1, left: 2))
        #expect(harness.store.documents.keys.sorted() == ["C1-a.txt", "C1-c.txt"])
    }

    @Test func `a document that is listed again since it was found to prune stays`() async throws {
        let (desk, pruning) = (desk(), Desk.Pruning([.orphaned]))
        _ = try await desk.sync()
        harness.replaceCatalog("= C1\nA | \(Self.a)")
        _ = try await desk.sync()
        let prunable = try await desk.prunable(pruning).entries
        #expect(prunable.map(\.name) == ["C1-b.txt"])
        harness.replaceCatalog("= C1\nA | \(Self.a)\nB | \(Self.b)")
        _ = try await desk.sync()
        let pruned = try await desk.prune(prunable, of: pruning)
        #expect(pruned.removed.isEmpty && pruned.kept.map(\.entry) == prunable)
        #expect(harness.content("C1-b.txt") == "b")
    }

    @Test func `a file that is gone makes no room`() async throws {
        let desk = desk()
        _ = try await desk.sync()
        harness.replaceCatalog("= C1\nA | \(Self.a)")
        harness.store.tamper(with: "C1-b.txt", content: nil)
        _ = try await desk.sync()
        let prunable = try await desk.prunable(Desk.Pruning([.orphaned])).entries
        #expect(prunable.map(\.name) == ["C1-b.txt"])
        #expect(prunable.map(\.size) == [0] && prunable.map(\.isMissing) == [true])
    }

    @Test func `room is made in a full store also where a document of it waits for its name`() async throws {
        let (desk, pruning) = (desk(), Desk.Pruning([.orphaned]))
        _ = try await desk.sync()
        harness.replaceCatalog("= C1")
        try await harness.leavePublication(of: Self.a)
        harness.store.tamper(with: "C1-a.txt", content: nil)
        harness.store.failWrites(
            with: StoreError(.full, subject: "a bucket", reason: "its quota is reached"))
        let prunable = try await desk.prunable(pruning).entries
        #expect(prunable.map(\.name).sorted() == ["C1-a.txt", "C1-b.txt"])
        let pruned = try await desk.prune(prunable, of: pruning)
        #expect(pruned.removed.map(\.name) == ["C1-b.txt"])
        #expect(pruned.kept.map(\.entry.name) == ["C1-a.txt"] && harness.store.names().isEmpty)
        #expect(try await harness.library.pendingPublications().map(\.name).contains("C1-a.txt"))
    }

    @Test func `elsewhere than on this machine only documents that have versions are asked for them`()
        async throws
    {
        _ = try await desk().sync()
        _ = try await desk().sync()
        #expect(harness.content("C1-a.txt") == "two")
        let versions = AskedVersions(versions: try #require(harness.store.versions))
        let found = try await desk(WatchedStore(harness.store, versions: versions))
            .prunable(Desk.Pruning([.versions]))
        #expect(found.entries.map(\.name) == ["C1-a.txt"] && found.failures.isEmpty)
        #expect(versions.asked.elements == ["C1-a.txt"])
    }
}

/// Notes the documents whose versions are asked for.
private struct AskedVersions: DocumentVersions {
    let versions: any DocumentVersions
    let asked = Recorder<String>()

    func versions(ofDocumentNamed name: String) async throws(StoreError) -> [DocumentVersion] {
        asked.append(name)
        return try await versions.versions(ofDocumentNamed: name)
    }
    func namesWithVersions(among names: [String]?) async throws(StoreError) -> Set<String> {
        try await versions.namesWithVersions(among: names)
    }
    func moveVersions(from name: String, to other: String) async throws(StoreError) {
        try await versions.moveVersions(from: name, to: other)
    }
    func digest(of version: DocumentVersion) async throws(StoreError) -> ContentDigest? {
        try await versions.digest(of: version)
    }
    func staged(_ version: DocumentVersion) async throws(StoreError) -> StagedDocument {
        try await versions.staged(version)
    }
    func copy(_ version: DocumentVersion, to file: URL) async throws(StoreError) {
        try await versions.copy(version, to: file)
    }
    func remove(_ version: DocumentVersion) async throws(StoreError) -> Bool {
        try await versions.remove(version)
    }
}
