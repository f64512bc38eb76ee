import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Records of every kind.
enum TransferSample {
    /// A text that is too long for the parts of an index, with what databases mistake for the end of a text.
    static let long = "long/" + String(repeating: "ä\u{0}z", count: 600)
    /// To the millisecond, which every library keeps.
    static let date = Date(timeIntervalSince1970: 2000.125)
    static let further = CollectionKey(catalog: LibrarySample.location, collection: "C2")
    static let list = PrintedList(items: [1: LibrarySample.key, 2: LibrarySample.later], date: date)
    static let terminal = "pts-1"

    /// Fills an empty library.
    static func fill(_ library: any Library) async throws {
        try await library.record(catalog, reading: LibrarySample.reading())
        try await library.record(
            [Item(title: "Further", url: "http://x.example/further")], of: further,
            reading: LibrarySample.reading("http://x.example/more"))
        try await keepDocuments(library)
        try await keepChoices(library)
        try await library.recordView(of: LibrarySample.key, at: date)
        try await library.setRead(true, [LibrarySample.key])
        try await library.select(LibrarySample.collection("C1"))
        try await library.remember(list, of: terminal)
    }

    private static var catalog: Catalog {
        var catalog = LibrarySample.catalog
        catalog.sections[1].collections[0].further = FurtherCatalog(url: "http://x.example/more")
        catalog.sections[1].collections.append(
            ItemCollection(
                id: long, title: "Long", items: [Item(id: long, title: "L", url: "http://x.example/" + "l")]))
        catalog.interval = .seconds(3600)
        return catalog
    }

    private static func keepDocuments(_ library: any Library) async throws {
        var document = LibrarySample.document()
        document.fileTime = FileTime(nanoseconds: 1_234_567_891)
        let later = ItemKey(catalog: LibrarySample.location, collection: "C1", item: "Later")
        try await library.commit([
            .stored(LibrarySample.key, title: "A", document, LibrarySample.publication()),
            .quarantined(
                LibrarySample.quarantined("aside"), LibrarySample.publication("aside", area: .quarantine)),
            .quarantined(LibrarySample.quarantined("nobody's", of: nil), nil),
            LibrarySample.tried(.stored),
            LibrarySample.tried(.failed, of: later, reason: "404 Not Found"),
            .held(HostHold(host: "x.example:80", until: date + 60, reason: "503")),
        ])
        let discarded = LibrarySample.quarantined("gone", of: later)
        try await library.commit([.quarantined(discarded, nil)])
        try await library.commit([.discarded(discarded)])
    }

    private static func keepChoices(_ library: any Library) async throws {
        try await library.keep(
            KnownCatalog(
                location: LibrarySample.location, name: "here", settings: ["plan.use=latest"], addedAt: date))
        try await library.note(CatalogVisit(location: LibrarySample.location, date: date, failures: 1))
        try await library.setChosen(
            false, [LibrarySample.collection("C2"), LibrarySample.collection(long)])
        try await library.setIgnored(
            true,
            [
                LibrarySample.later, LibrarySample.key(long, of: long),
                LibrarySample.collection("C2").allItems,
            ], patterns: ["*.zip", long])
    }
}
