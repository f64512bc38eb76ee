import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// Catalogues that are recorded part by part, by libraries that can.
extension LibraryConformance {
    /// A catalogue of two sections, whose first collection has many items and whose last has none.
    private static func catalog(_ numbers: Range<Int>, title: String = "Item") -> Catalog {
        let items = numbers.map { number in
            Item(title: "\(title) \(number)", url: "http://x.example/\(number)", size: Int64(number))
        }
        var first = Item(title: "First", url: nil)
        first.details = [Detail("Room", "1")]
        return Catalog(
            title: "All",
            sections: [
                CatalogSection(
                    title: "One",
                    collections: [
                        ItemCollection(id: "C1", title: "Many", details: [Detail("A", "B")], items: items),
                        ItemCollection(id: "C2", title: "Few", items: [first]),
                    ]),
                CatalogSection(title: "Two", collections: [ItemCollection(id: "C3", title: "None")]),
            ])
    }

    /// The parts of a catalogue, each of some items.
    private static func parts(of catalog: Catalog, size: Int) -> [CatalogPart] {
        var (parts, place) = ([CatalogPart](), 0)
        for (sectionPlace, section) in catalog.sections.enumerated() {
            for collection in section.collections {
                for start in stride(from: 0, to: max(1, collection.items.count), by: size) {
                    var some = collection
                    some.items = Array(collection.items.dropFirst(start).prefix(size))
                    parts.append(
                        CatalogPart([
                            CatalogPart.Portion(
                                some, at: place, firstItem: start, section: section.title,
                                sectionPlace: sectionPlace)
                        ]))
                }
                place += 1
            }
        }
        return parts
    }

    private static func record(
        _ catalog: Catalog, in listings: any PartListings, size: Int, finishing: Bool = true
    ) async throws {
        try await listings.begin(Sample.reading())
        for part in parts(of: catalog, size: size) { try await listings.record(part, of: Sample.location) }
        guard finishing else { return }
        let listed = Set(
            catalog.collections.flatMap { collection in
                [[collection.id]] + collection.items.map { [collection.id, $0.id] }
            })
        var head = catalog
        head.sections = []
        try await listings.finish(head, reading: Sample.reading()) { collection, item in
            listed.contains([collection] + [item].compactMap(\.self))
        }
    }

    /// A library with a listing, recorded in parts of two, and that part of it.
    private static func open(
        _ bed: LibraryTestbed, _ catalog: Catalog
    ) async throws -> (library: any Library, parts: any PartListings)? {
        let library = try await bed.open()
        guard let listings = library.parts else { return nil }
        try await record(catalog, in: listings, size: 2)
        return (library, listings)
    }

    private static func item(_ number: Int) -> ItemKey { Sample.key("http://x.example/\(number)") }

    static let inParts: [ConformanceCheck<LibraryTestbed>] = [
        Check("a catalogue recorded in parts is the same as a whole one") { bed in
            guard let (library, _) = try await open(bed, catalog(0..<7)) else { return }
            try requireEqual(try await library.catalog(at: Sample.location), catalog(0..<7), "the catalogue")
            try requireEqual(
                try await library.reading(of: Sample.location), Sample.reading(), "the reading")
        },
        Check("what changed is recorded in parts as in a whole") { bed in
            guard let (library, listings) = try await open(bed, catalog(0..<7)) else { return }
            try await library.commit([Sample.stored(item(0)), Sample.stored(item(3), "b")])
            let number = try await library.changes(since: .max).number
            for (round, next) in [
                catalog(0..<7), catalog(2..<9), catalog(2..<9, title: "Other"), catalog(5..<6),
            ].enumerated() {
                try await record(next, in: listings, size: round % 2 == 0 ? 3 : 1)
                try requireEqual(try await library.catalog(at: Sample.location), next, "round \(round)")
            }
            var fewer = catalog(0..<2)
            fewer.sections.removeLast()
            fewer.sections[0].collections.removeLast()
            try await record(fewer, in: listings, size: 10)
            try requireEqual(try await library.catalog(at: Sample.location), fewer, "fewer collections")
            try requireEqual(
                try await library.names(), [item(0): "C1-a", item(3): "b"], "the documents")
            let changes = try await library.changes(since: number)
            try requireEqual(changes.catalogs, [Sample.location], "a changed catalogue")
            try requireEqual(changes.items, [], "no item changed")
        },
        Check("a reading in parts that is broken off leaves what it did not come to") { bed in
            guard let (library, listings) = try await open(bed, catalog(0..<7)) else { return }
            try await record(
                catalog(3..<5, title: "Other"), in: listings, size: 2, finishing: false)
            var reading = Sample.reading()
            reading.validators = Validators()
            try requireEqual(
                try await library.reading(of: Sample.location), reading, "the reading that was begun")
            let items = try await library.collection(Sample.collection("C1"))?.items.map(\.title) ?? []
            try requireEqual(
                Set(items), Set((0..<7).map { (3..<5).contains($0) ? "Other \($0)" : "Item \($0)" }), "items")
            try await record(catalog(0..<7), in: listings, size: 3)
            try requireEqual(try await library.catalog(at: Sample.location), catalog(0..<7), "the next one")
        },
        Check("stored documents and names come in pages, each once") { bed in
            guard let (library, listings) = try await open(bed, catalog(0..<7)) else { return }
            let stored = [item(1), item(2), item(4), item(6)]
            try await library.commit(
                stored.enumerated().map { Sample.stored($0.element, "name \($0.offset)") })
            try await library.commit([Sample.tried(.failed, of: item(5), reason: "404")])
            try await library.record(
                Sample.catalog, reading: Sample.reading("http://other.example/"))
            let other = Sample.key("http://x.example/a", in: "http://other.example/")
            try await library.commit([Sample.stored(other, "other")])
            let memory = try await library.memory(of: Sample.location)
            for limit in [1, 2, 1000] {
                var (found, place) = ([ItemKey: ItemMemory](), Int64?.none)
                repeat {
                    let page = try await listings.storedItems(
                        of: Sample.location, after: place, atMost: limit)
                    try require(page.items.count <= limit, "a page of more than \(limit)")
                    for (key, memory) in page.items {
                        try require(found.updateValue(memory, forKey: key) == nil, "\(key) twice")
                    }
                    place = page.end
                } while place != nil
                try requireEqual(found, memory.items.filter { stored.contains($0.key) }, "pages of \(limit)")
            }
        },
        Check("stored documents are found by their sizes, of whatever catalogue they are") { bed in
            guard let (library, listings) = try await open(bed, catalog(0..<7)) else { return }
            let other = Sample.key("http://y.example/3", of: "R", in: "http://y.example/other")
            for (number, key) in [item(1), item(2), other].enumerated() {
                var document = Sample.document("name \(number)")
                document.size = Int64(number)
                try await library.commit([
                    .stored(key, title: "Its", document, Sample.publication("name \(number)"))
                ])
            }
            let expected = try await library.memory(ofItems: [item(1), other])
            try requireEqual(expected.count, 2, "what is stored")
            let found = try await listings.storedItems(ofSizes: [0, 2, 9])
            try requireEqual(found, expected, "those of two sizes")
            try require(try await listings.storedItems(ofSizes: []).isEmpty, "of no size")
        },
        Check("an outline has the collections without their items, and those of documents that are left") {
            bed in
            guard let (library, listings) = try await open(bed, catalog(0..<7)) else { return }
            try require(try await listings.outline(of: "http://nowhere.example/") == nil, "of none")
            try await library.commit([Sample.stored(item(3), "a"), Sample.stored(item(4), "b")])
            var expected = catalog(0..<0)
            for place in expected.sections[0].collections.indices {
                expected.sections[0].collections[place].items = []
            }
            let outline = try await listings.outline(of: Sample.location)
            try requireEqual(outline, RecordedOutline(expected), "while all is listed")
            try await library.record(
                Catalog(collections: [ItemCollection(id: "C2", title: "Few")]), reading: Sample.reading())
            try requireEqual(
                try await listings.outline(of: Sample.location),
                RecordedOutline(
                    Catalog(collections: [ItemCollection(id: "C2", title: "Few")]), unlisted: ["C1"]),
                "once a collection with documents is gone, and one without")
        },
        Check("what is shared, discarded or ignored is the same for some items as for all") { bed in
            guard let (library, listings) = try await open(bed, catalog(0..<7)) else { return }
            let elsewhere = "http://y.example/other"
            let items = (2..<5).map { Item(title: "Its \($0)", url: "http://x.example/\($0)") }
            let others = Catalog(collections: [ItemCollection(id: "R", title: "R", items: items)])
            try await library.record(others, reading: Sample.reading(elsewhere))
            for number in 2..<4 {
                var document = Sample.document("name \(number)")
                (document.url, document.requestedURL) = ("http://x.example/\(number)", nil)
                document.size = Int64(number)
                let key = Sample.key("http://x.example/\(number)", of: "R", in: elsewhere)
                try await library.commit([
                    .stored(key, title: "Its", document, Sample.publication("name \(number)"))
                ])
            }
            let all = try await library.sharedDocuments(of: Sample.location)
            try requireEqual(Set(all.keys), [item(2), item(3)], "what is shared")
            let keys = [item(0), item(2), item(4), Sample.key("nowhere")]
            let some = try await listings.sharedDocuments(ofItems: keys, in: Sample.location)
            try requireEqual(some, all.filter { keys.contains($0.key) }, "of some items")
            try await library.commit([
                .quarantined(Sample.quarantined("t", of: item(4)), Sample.publication("t", area: .quarantine))
            ])
            try await library.commit([.discarded(Sample.quarantined("t", of: item(4)))])
            try await library.setIgnored(true, [item(5)], patterns: ["*.zip"])
            let memory = try await library.memory(of: Sample.location)
            try require(memory.items[item(4)]?.discarded != nil, "nothing is discarded")
            try requireEqual(
                try await library.memory(ofItems: keys), memory.items.filter { keys.contains($0.key) },
                "what is remembered of some")
            let rules = try await listings.ignoreRules(of: Sample.location)
            try requireEqual(rules, memory.ignored, "what is ignored")
        },
    ]
}
