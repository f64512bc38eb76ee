import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What is opened, by whom, and what is still there afterwards.
extension LibraryConformance {
    /// What `LibraryKeeper` promises.
    public static let keeping: [ConformanceCheck<LibraryTestbed>] = [
        Check("a library that does not exist yet is empty to look at") { bed in
            let library = try await bed.open(.shared)
            try require(try await library.locations().isEmpty, "the catalogues")
            try require(try await library.names().isEmpty, "the names")
            try requireEqual(try await library.changes(since: 0), LedgerChanges(number: 0), "the changes")
        },
        Check("one holds the library, any number look, and the next one may hold it then") { bed in
            var holder: (any Library)? = try await bed.openListed()
            try await requireRefusal(.busy, "it is held twice") { _ = try await bed.keeper.open(.exclusive) }
            let readers = [try await bed.open(.shared), try await bed.open(.shared)]
            try await holder?.commit([Sample.stored()])
            for reader in readers {
                try requireEqual(
                    try await reader.catalog(at: Sample.location), Sample.catalog, "the catalogue")
                try requireEqual(try await reader.names(), [Sample.key: "C1-a"], "the names")
            }
            holder = nil
            _ = try await bed.open()
        },
        Check("who looks remembers views, choices and selections beside the one that holds it") { bed in
            let holder = try await bed.openListed()
            let reader = try await bed.open(.shared)
            try await reader.select(Sample.collection("C2"))
            try await reader.setChosen(false, [Sample.collection("C1")])
            try await reader.recordView(of: Sample.key, at: Date(timeIntervalSince1970: 1))
            try requireEqual(try await holder.selection(), Sample.collection("C2"), "the selection")
            try requireEqual(try await holder.unchosenCollections(of: Sample.location), ["C1"], "the choices")
            try requireEqual(try await holder.recentViews(limit: 9).map(\.key), [Sample.key], "the views")
        },
        Check("changes are told to everybody, and their numbers go on when the library is opened again") {
            bed in
            var library: (any Library)? = try await bed.openListed()
            let reader = try await bed.open(.shared)
            let before = try await reader.changes(since: .max).number
            try await library?.commit([Sample.stored(), Sample.tried(.stored)])
            try requireEqual(
                try await reader.changes(since: before).items, [Sample.key], "what a reader sees")
            library = nil
            let again = try await bed.open()
            let after = try await again.changes(since: before)
            try requireEqual(after.items, [Sample.key], "what is seen later")
            try await again.commit([.lost(Sample.key, reason: "gone")])
            try require(try await reader.changes(since: .max).number > after.number, "the next number")
        },
        Check("everything that was recorded is there when the library is opened again") { bed in
            let aside = Sample.publication("q~1", area: .quarantine)
            let hold = HostHold(
                host: "h.example", until: Date(timeIntervalSince1970: 9000), reason: "503")
            do {
                let library = try await bed.openListed()
                try await library.record(
                    [Item(title: "P", url: "http://x.example/p")], of: Sample.collection("C2"),
                    reading: Sample.reading("more"))
                try await library.commit([
                    Sample.stored(), Sample.tried(.stored), .held(hold),
                    .quarantined(Sample.quarantined("q~1"), aside),
                ])
                try await library.select(Sample.collection("C1"))
                try await library.setChosen(false, [Sample.collection("C2")])
                try await library.recordView(of: Sample.key, at: Date(timeIntervalSince1970: 1))
            }
            let library = try await bed.open()
            var catalog = Sample.catalog
            catalog.sections[1].collections[0].items = [Item(title: "P", url: "http://x.example/p")]
            try requireEqual(try await library.catalog(at: Sample.location), catalog, "the catalogue")
            try requireEqual(try await library.reading(of: Sample.location), Sample.reading(), "the reading")
            try requireEqual(
                try await library.openedCollections(of: Sample.location), ["C2"], "what was opened")
            try requireEqual(try await library.document(of: Sample.key), Sample.document(), "the document")
            try requireEqual(
                try await library.attempts(for: Sample.key, limit: 9), [Sample.attempt(.stored)],
                "the attempts")
            try requireEqual(
                try await library.pendingPublications(), [Sample.publication(), aside], "what is pending")
            try requireEqual(
                try await library.quarantinedDocuments(), [Sample.quarantined("q~1")], "what is set aside")
            try requireEqual(try await library.heldHosts(after: .distantPast), [hold], "who is held")
            try requireEqual(try await library.selection(), Sample.collection("C1"), "the selection")
            try requireEqual(
                try await library.unchosenCollections(of: Sample.location), ["C2"], "the choices")
            try requireEqual(try await library.recentViews(limit: 9).map(\.key), [Sample.key], "the views")
        },
    ]
}
