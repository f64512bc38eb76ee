import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// Documents that two catalogues list.
extension LibraryConformance {
    private static let elsewhere = "http://y.example/other"
    private static let there = Sample.key("http://x.example/a", of: "R1", in: elsewhere)

    /// A library with a stored document, and another catalogue that lists its URL.
    private static func library(
        _ bed: LibraryTestbed, listing item: Item = Item(title: "Also A", url: "http://x.example/a")
    ) async throws -> any Library {
        let library = try await bed.openStored()
        let catalog = Catalog(collections: [ItemCollection(id: "R1", title: "Read", items: [item])])
        try await library.record(catalog, reading: Sample.reading(elsewhere))
        return library
    }

    /// Whose document is shared, also as it is asked for one item.
    private static func sharedOwner(in library: any Library) async throws -> ItemKey? {
        let some = try await library.parts?.sharedDocuments(ofItems: [there], in: elsewhere)
        let owner = try await library.sharedDocuments(of: elsewhere)[there]?.owner
        if let some { try requireEqual(some[there]?.owner, owner, "for some items as for all") }
        return owner
    }

    static let shared: [ConformanceCheck<LibraryTestbed>] = [
        Check("what is stored for another catalogue is found by its URL") { bed in
            let library = try await library(bed)
            let found = try await library.sharedDocuments(of: elsewhere)
            try requireEqual(found.keys.map(\.self), [there], "the items")
            try requireEqual(found[there]?.owner, Sample.key, "whose it is")
            try requireEqual(found[there]?.isOwnerListed, true, "whether that is listed")
            try requireEqual(found[there]?.isOwnerIgnored, false, "whether that is ignored")
            try requireEqual(found[there]?.isMutual, false, "a digest is promised there, and not known here")
            try requireEqual(found[there]?.document.name, "C1-a", "the document")
            try requireEqual(found[there]?.news, .new, "what is new")
            try require(try await library.sharedDocuments(of: Sample.location).isEmpty, "the other way")
            try require(
                try await library.memory(of: elsewhere).items.isEmpty,
                "it is remembered of its own item alone")
        },
        Check("an item that kept its address without TLS shares what is stored by either one") { bed in
            let (plain, secured) = ("http://x.example/a", "https://x.example/a")
            let kept = Item(id: plain, title: "Also A", url: secured)
            let library = try await library(bed, listing: kept)
            try requireEqual(try await sharedOwner(in: library), Sample.key, "as it is listed still")
            var moved = Sample.catalog
            for index in moved.sections[0].collections[0].items.indices
            where moved.sections[0].collections[0].items[index].url == plain {
                moved.sections[0].collections[0].items[index].url = secured
            }
            try await library.record(moved, reading: Sample.reading())
            try requireEqual(try await sharedOwner(in: library), Sample.key, "as it is listed now")
            let item = Item(title: "Other", url: "https://x.example/b")
            let other = Catalog(collections: [ItemCollection(id: "R1", title: "Read", items: [item])])
            try await library.record(other, reading: Sample.reading(elsewhere))
            try requireEqual(try await library.sharedDocuments(of: elsewhere).count, 0, "another address")
        },
        Check("what its catalogue promises otherwise is not shared, nor what takes a key") { bed in
            let digest = ExpectedDigest(.sha256, hex: String(repeating: "b", count: 64), origin: .catalog)
            for item in [
                Item(title: "A", url: "http://x.example/a", digest: digest),
                Item(title: "A", url: "http://x.example/a", size: 4),
                Item(title: "B", url: "http://x.example/b"), Item(title: "None", url: nil),
            ] {
                let library = try await bed.openStored()
                let catalog = Catalog(collections: [ItemCollection(id: "R1", title: "R", items: [item])])
                try await library.record(catalog, reading: Sample.reading(elsewhere))
                try require(try await library.sharedDocuments(of: elsewhere).isEmpty, "\(item.title)")
                try await library.forget(elsewhere)
            }
        },
        Check("a document is handed over, and is nobody else's then") { bed in
            let library = try await library(bed)
            try await library.commit([.handedOver(from: Sample.key, to: there)])
            try require(try await library.document(of: Sample.key) == nil, "the former owner")
            try requireEqual(try await library.document(of: there)?.name, "C1-a", "the new one")
            try requireEqual(try await library.names(), [there: "C1-a"], "names")
            let back = try await library.sharedDocuments(of: Sample.location)
            try requireEqual(back[Sample.key]?.owner, nil, "its digest is promised, and not known elsewhere")
        },
        Check("a document that is handed over within its catalogue is left alone as it was") { bed in
            let library = try await library(bed)
            try await library.setIgnored(true, [Sample.key], patterns: [])
            try await library.commit([.handedOver(from: Sample.key, to: Sample.later)])
            try requireEqual(try await library.ignored().items, [Sample.later], "within the catalogue")
            try await library.commit([.handedOver(from: Sample.later, to: there)])
            try requireEqual(try await library.ignored().items, [Sample.later], "to another catalogue")
        },
        Check("what was tried and set aside goes along within a catalogue, and no further") { bed in
            let library = try await library(bed)
            try await library.commit([
                .quarantined(Sample.quarantined("a~1"), nil),
                Sample.tried(.quarantined, reason: "an HTML page"),
            ])
            let tries = try await library.attempts(for: Sample.key, limit: 9).count
            try await library.commit([.handedOver(from: Sample.key, to: Sample.later)])
            let followed = try await library.attempts(for: Sample.later, limit: 9)
            try requireEqual(followed.count, tries, "how often it was tried")
            try requireEqual(followed.first?.outcome, .quarantined, "the last try")
            try requireEqual(
                try await library.quarantinedDocuments().map(\.key), [Sample.later], "what is set aside")
            try await library.commit([.handedOver(from: Sample.later, to: there)])
            try requireEqual(
                try await library.quarantinedDocuments().map(\.key), [Sample.later], "in another catalogue")
        },
        Check("a failure goes along with an item that has no document") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.tried(.failed, reason: "404")])
            try await library.commit([.handedOver(from: Sample.key, to: Sample.later)])
            let items = try await library.memory(of: Sample.location).items
            try requireEqual(items[Sample.later]?.lastFailure, "404", "why it failed")
            try require(items[Sample.key]?.lastFailure == nil, "nothing failed for the former one")
        },
        Check("when a document was viewed is told of the item that has it now") { bed in
            let library = try await library(bed)
            try await library.recordView(of: Sample.key, at: Date(timeIntervalSince1970: 2))
            try await library.commit([.handedOver(from: Sample.key, to: Sample.later)])
            let views = try await library.recentViews(limit: 9)
            try requireEqual(views.map(\.key), [Sample.later], "the item")
            try requireEqual(views.map(\.date), [Date(timeIntervalSince1970: 2)], "when")
        },
        Check("a catalogue that goes leaves what another one lists") { bed in
            let library = try await library(bed)
            try await library.forget(Sample.location)
            try requireEqual(try await library.names(), [there: "C1-a"], "names")
            try requireEqual(try await library.sharedDocuments(of: elsewhere), [:], "it is its own now")
        },
        Check("a catalogue that goes leaves what another one listed, and what is listed still first") { bed in
            let library = try await library(bed)
            let third = "http://z.example/third"
            let other = Sample.key("http://x.example/a", of: "R1", in: third)
            let listing = try requireValue(try await library.catalog(at: elsewhere), "the listing")
            try await library.record(listing, reading: Sample.reading(third))
            // Who no longer lists it had it, and gave it away.
            try await library.commit([.handedOver(from: Sample.key, to: there)])
            try await library.record(Catalog(collections: []), reading: Sample.reading(elsewhere))
            try await library.commit([.handedOver(from: there, to: Sample.key)])
            try await library.forget(Sample.location)
            try requireEqual(try await library.names(), [other: "C1-a"], "whose it is of two")
            try await library.forget(third)
            try requireEqual(try await library.names(), [there: "C1-a"], "whose it is of what is left")
        },
        Check("a document whose item is not listed any more says so") { bed in
            let library = try await library(bed)
            try await library.record(Catalog(collections: []), reading: Sample.reading())
            let found = try await library.sharedDocuments(of: elsewhere)
            try requireEqual(found[there]?.isOwnerListed, false, "whether its item is listed")
        },
        Check("a document whose item is ignored says so") { bed in
            let library = try await library(bed)
            let pattern = "\(Sample.key.collection)/*"
            for (items, patterns) in [([Sample.key], []), ([], [pattern])] as [([ItemKey], [String])] {
                try await library.setIgnored(true, items, patterns: patterns)
                let found = try await library.sharedDocuments(of: elsewhere)
                try requireEqual(found[there]?.isOwnerIgnored, true, "ignored by \(items) \(patterns)")
                try await library.setIgnored(false, items, patterns: patterns)
            }
            try await library.setIgnored(true, [there], patterns: [])
            let found = try await library.sharedDocuments(of: elsewhere)
            try requireEqual(found[there]?.isOwnerIgnored, false, "where the other item is ignored")
        },
        Check("a document that its item would show as well if it were the other one's says so") { bed in
            let library = try await library(bed)
            let third = "http://z.example/third"
            let listing = try requireValue(try await library.catalog(at: elsewhere), "the listing")
            try await library.record(listing, reading: Sample.reading(third))
            try await library.commit([.handedOver(from: Sample.key, to: there)])
            let other = Sample.key("http://x.example/a", of: "R1", in: third)
            try requireEqual(
                try await library.sharedDocuments(of: third)[other]?.isMutual, true, "nothing is promised")
        },
    ]
}
