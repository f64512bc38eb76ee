import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// The quarantine as every front end lists it.
@Suite(.timeLimit(.minutes(1))) struct QuarantineEntryTests {
    private let made: DeskHarness
    private let urls = ["http://x.example/a.pdf", "http://x.example/b.pdf"]

    init() throws {
        made = try DeskHarness("= C1\nNotes | http://x.example/a.pdf\nSlides | http://x.example/b.pdf")
        for url in urls { made.harness.fetcher.on(url, .text("<!doctype html><title>Log in</title>")) }
    }

    @Test func `entries are found by their titles, their names and the numbers that were printed`()
        async throws
    {
        let desk = made.desk
        #expect(try await desk.quarantine().isEmpty)
        #expect(try await desk.sync().quarantined == 2)
        let entries = try await desk.quarantine()
        #expect(entries.map(\.number) == [1, 2] && Set(entries.map(\.title)) == ["Notes", "Slides"])
        let notes = try #require(entries.first { $0.title == "Notes" })
        for text in ["notes", notes.document.name, notes.document.token] {
            #expect(entries.filter { $0.isNamed(text) } == [notes], "\(text)")
        }
        #expect(!entries.contains { $0.isNamed("Note") || $0.isNamed("\($0.number)") })
        let printed = PrintedList(items: [7: notes.fileKey], date: Date())
        #expect(entries.filter { $0.isNamed("7", in: printed) } == [notes])
        #expect(!entries.contains { $0.isNamed("\($0.number)", in: printed) })
    }

    @Test func `what is no longer listed keeps its title, and can be accepted`() async throws {
        let desk = made.desk
        _ = try await desk.sync()
        made.harness.replaceCatalog("= C1")
        _ = try await desk.sync()
        let entries = try await desk.quarantine()
        #expect(Set(entries.map(\.title)) == ["Notes", "Slides"])
        #expect(entries.filter { $0.isNamed(urls[0]) }.count == 1)
        let row = try #require(entries.first).unlistedRow
        #expect(row.entry == entries.first?.document.key && row.fetchRefusal == .unlisted)
        let stored = try await desk.accept(try #require(entries.first))
        #expect(stored.url == entries.first?.document.origin.url)
        #expect(try await desk.quarantine().count == 1)
    }

    @Test func `what is being fetched again is not accepted meanwhile`() async throws {
        let (desk, gate) = (made.desk, Gate())
        _ = try await desk.sync()
        let entry = try #require(try await desk.quarantine().first { $0.title == "Notes" })
        let key = try #require(entry.document.key)
        made.hold(urls[0], gate)
        let heard = HeardEvents(desk.events())
        let request = Task { try await desk.request([key], for: Reader()) }
        try await heard.hears("started Notes")
        let error = await #expect(throws: PipelineError.self) { try await desk.accept(entry) }
        gate.open()
        _ = try await request.value
        guard case .library(let refused)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(refused.code == .beingFetched && refused.reason == "it is being fetched")
    }

    @Test func `a file of which nobody knows the item is listed by its name, and can only be discarded`()
        async throws
    {
        let desk = made.desk
        let digest = ContentDigest(size: 5, sha256: String(repeating: "0", count: 64))
        let document = QuarantinedDocument(
            key: nil, token: "stray.1", name: "stray", reason: "found", digest: digest, mediaType: nil,
            origin: DocumentOrigin(url: "", validators: Validators()), date: Date())
        try await made.harness.library.commit([.quarantined(document, nil)])
        let entry = try #require(try await desk.quarantine().first)
        #expect(entry.title == "stray" && entry.isNamed("stray"))
        #expect(entry.key == QuarantineEntry.key(ofToken: "stray.1"))
        #expect(entry.unlistedRow.entry == entry.key && entry.unlistedRow.fetchRefusal == .unlisted)
        #expect(entry.unlistedRow.isOfUnknownItem)
        await #expect(throws: PipelineError.self) { try await desk.accept(entry) }
        try await desk.discard([entry.document])
        #expect(try await desk.quarantine().isEmpty)
    }
}
