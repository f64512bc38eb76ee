import CarrelBasics
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What is said of an item of whose document a part is kept.
@Suite(.timeLimit(.minutes(1))) struct PausedItemsTests {
    private let item = Item(title: "A", url: "http://x.example/a")
    private let note = PartialNote(
        url: "http://x.example/a", validators: Validators(entityTag: "\"1\""), completeLength: 10)

    private func status(
        _ partial: PartialDocument, isIgnored: Bool = false, failure: String? = nil
    ) -> ItemStatus {
        LibraryView.status(
            of: item, memory: ItemMemory(partial: partial, lastFailure: failure), isIgnored: isIgnored)
    }

    @Test func `what was interrupted is paused, unless there is something else to say of it`() {
        let partial = PartialDocument(bytes: 4, note: note)
        #expect(status(partial) == .paused)
        #expect(status(partial, isIgnored: true) == .ignored)
        #expect(status(partial, failure: "404") == .failed(reason: "404"))
        let nameless = Item(title: "A", url: nil)
        #expect(LibraryView.status(of: nameless, memory: ItemMemory(partial: partial)) == .notAvailable)
    }

    @Test func `what comes again from its beginning is not paused`() {
        let unknown = PartialNote(url: note.url, validators: Validators(), completeLength: 10)
        #expect(status(PartialDocument(bytes: 4, note: unknown)) == .available)
    }

    @Test func `what somebody fetches just now is not paused, whatever the try before ended with`() {
        let partial = PartialDocument(bytes: 4, note: note, isBeingWritten: true)
        #expect(status(partial) == .downloading(fraction: 0.4))
        #expect(status(partial, failure: "404").words == "fetching 40 %")
        #expect(status(partial, isIgnored: true) == .ignored)
    }

    @Test func `a part of what no catalogue lists any longer is nothing to continue`() {
        let document = StoredDocument(
            name: "C1-gone.txt", size: 3, sha256: "00", mediaType: nil, validators: Validators(),
            url: "http://x.example/gone", storedAt: Date())
        var gone = ItemMemory(document: document, partial: PartialDocument(bytes: 4, note: note))
        gone.isMissing = true
        let key = ItemKey(catalog: "c", collection: "C1", item: "http://x.example/gone")
        let view = LibraryView([
            LibraryView.CatalogView(
                location: "c",
                catalog: Catalog(collections: [ItemCollection(id: "C1", title: "T", items: [item])]),
                memory: LibraryMemory(catalog: "c", items: [key: gone]))
        ])
        #expect(view.allRows.map(\.isOrphaned) == [false, true])
        #expect(view.allRows.map(\.isLost) == [false, true])
    }

    @Test func `lists are narrowed to what is paused, which is not what nothing came of`() {
        let key = ItemKey(catalog: "c", collection: "C1", item: "a")
        var row = LibraryView.Row(key: key, item: item, number: 1, status: .paused)
        #expect(row.state == "paused")
        #expect(ItemFilter([.paused]).takes(row) && !ItemFilter([.notFetched]).takes(row))
        row.status = .available
        #expect(!ItemFilter([.paused]).takes(row) && ItemFilter([.notFetched]).takes(row))
    }

    @Test func `what was read while it came is paused once it is cancelled`() {
        let key = ItemKey(catalog: "c", collection: "C1", item: "a")
        var row = LibraryView.Row(key: key, item: item, number: 1, status: .downloading(fraction: 0.5))
        #expect(row.now(.parked).status == .paused && row.now(nil).status == row.status)
        row.status = .available
        #expect(row.now(.parked).status == .available)
    }

    @Test func `what somebody cancels is paused until it is asked for again, and everybody is told`()
        async throws
    {
        let (gate, half) = (Gate(), 32 << 10)
        let made = try DeskHarness.ofTwoCollections()
        let (desk, harness, reader) = (made.desk, made.harness, Reader())
        let key = harness.key("http://x.example/a")
        let content = Data(repeating: 7, count: 2 * half)
        harness.fetcher.on(key.item, .held(by: gate, content, after: half, fields: [("ETag", "\"1\"")]))
        _ = try await harness.pipeline.readCatalog(records: true)
        let number = try await desk.changes(since: .max).number
        let listener = desk.events()
        let request = Task { try await desk.request([key], for: reader) }
        for await event in listener {
            if case .progress = event { break }
        }
        await desk.cancel([key], for: reader)
        #expect(try await request.value.parked == 1)
        func status() async throws -> ItemStatus? {
            try await desk.snapshot().view.allRows.first { $0.key == key }?.status
        }
        #expect(try await status() == .paused)
        #expect(try await desk.changes(since: number).items == [key])
        gate.open()
        #expect(try await desk.request([key], for: reader).downloaded == 1)
        #expect(harness.fetcher.requests.last?.fields["Range"] == "bytes=\(half)-")
        #expect(try await status() == .stored)
    }

    @Test func `what a killed process left is shown as paused, though nothing is recorded of it`()
        async throws
    {
        let made = try DeskHarness.ofTwoCollections()
        let key = made.harness.key("http://x.example/a")
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let library = CurrentLibrary(HarnessHost(made: made.desk), patience: .zero)
        #expect(try await library.current().row(of: key)?.status == .available)
        let writer = try made.harness.store.writer(for: key, resuming: false)
        try writer.restart(note)
        try writer.write(Array("part".utf8))
        writer.park()
        await library.expire()
        #expect(try await library.current().row(of: key)?.status == .paused)
    }

    @Test func `who cancels what another process fetches is told that it goes on`() async throws {
        let made = try DeskHarness.ofTwoCollections()
        let (desk, key) = (made.desk, made.harness.key("http://x.example/a"))
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let (host, elsewhere) = (HarnessHost(made: desk), Locked(true))
        let partial = PartialDocument(bytes: 4, note: note, isBeingWritten: true)
        let library = CurrentLibrary(host, patience: .seconds(3600)) { desk in
            let snapshot = try await desk.snapshot()
            var view = snapshot.view
            if elsewhere.value {
                view.catalogs[0].memory.items[key, default: ItemMemory()].partial = partial
            }
            return DeskSnapshot(view, number: snapshot.number)
        }
        let actions = LibraryActions(host, library, BackgroundWork()) { _ in }
        #expect(try await actions.perform(.cancel(key), for: Reader()) == .stillFetched)
        elsewhere.withLock { $0 = false }
        _ = try await library.renewed()
        #expect(try await actions.perform(.cancel(key), for: Reader()) == .done)
    }
}
