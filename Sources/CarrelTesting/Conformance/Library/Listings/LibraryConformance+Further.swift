import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// Catalogues that list one collection's items, and what is forgotten.
extension LibraryConformance {
    static let further: [Check] = [
        Check("what a further catalogue lists stays when the catalogue itself is recorded again") { bed in
            let library = try await bed.open()
            var catalog = Sample.catalog
            catalog.sections[1].collections[0].further = FurtherCatalog(url: "http://x.example/more")
            try await library.record(catalog, reading: Sample.reading())
            let key = Sample.collection("C2")
            try require(try await library.furtherReading(of: key) == nil, "before it was read")
            try require(try await library.openedCollections(of: Sample.location).isEmpty, "before, too")
            let further = Sample.reading("http://x.example/more", seconds: 2000)
            let photos = [
                Item(title: "P", subtitle: "s", details: [Detail("a", "b")], url: "http://x.example/p")
            ]
            try await library.record(photos, of: key, reading: further)
            try await library.record(catalog, reading: Sample.reading())
            try requireEqual(try await library.furtherReading(of: key), further, "the further reading")
            try requireEqual(
                try await library.openedCollections(of: Sample.location), ["C2"], "what was opened")
            try requireEqual(
                try await library.catalog(at: Sample.location)?.collections.last?.items, photos, "the items")
            try await library.record([], of: key, reading: further)
            try requireEqual(
                try await library.catalog(at: Sample.location)?.collections.last?.items, [], "no items")
            catalog.sections.removeLast()
            try await library.record(catalog, reading: Sample.reading())
            try require(
                try await library.openedCollections(of: Sample.location).isEmpty, "a collection that is gone")
        },
        Check("a further catalogue that lists only its latest items is known as one until it is read again") {
            bed in
            let library = try await bed.openListed()
            let key = Sample.collection("C2")
            var reading = Sample.reading("http://x.example/more")
            for isLatestOnly in [true, false] {
                reading.listsLatestOnly = isLatestOnly
                try await library.record([], of: key, reading: reading)
                try requireEqual(try await library.furtherReading(of: key), reading, "the further reading")
                let collections = try await library.catalog(at: Sample.location)?.collections ?? []
                try requireEqual(
                    collections.filter(\.listsLatestOnly).map(\.id), isLatestOnly ? ["C2"] : [], "in the list"
                )
                try requireEqual(
                    try await library.collection(key)?.listsLatestOnly, isLatestOnly, "in the collection")
            }
        },
        Check("a further catalogue of a collection that is not recorded changes nothing") { bed in
            let library = try await bed.openListed()
            let before = try await library.changes(since: 0)
            for key in [Sample.collection("C9"), Sample.collection("C1", in: "http://other.example/")] {
                try await library.record(
                    [Item(title: "P", url: "http://x.example/p")], of: key, reading: Sample.reading())
                try require(try await library.furtherReading(of: key) == nil, "the further reading")
            }
            try requireEqual(try await library.catalog(at: Sample.location), Sample.catalog, "the catalogue")
            try requireEqual(try await library.changes(since: 0), before, "what has changed")
        },
        Check("what is stored stays when a further catalogue lists it no longer") { bed in
            let library = try await bed.openListed()
            let (key, item) = (Sample.collection("C2"), Item(title: "P", url: "http://x.example/p"))
            let reading = Sample.reading("http://x.example/more")
            try await library.record([item], of: key, reading: reading)
            let stored = Sample.key(item.id, of: "C2")
            try await library.commit([Sample.stored(stored)])
            try await library.record([], of: key, reading: reading)
            try requireEqual(try await library.document(of: stored), Sample.document(), "the document")
        },
        Check("the kind of a further catalogue is forgotten once its collection is listed no longer") { bed in
            let library = try await bed.openListed()
            let (key, item) = (Sample.collection("C2"), Item(title: "P", url: "http://x.example/p"))
            try await library.record([item], of: key, reading: Sample.reading("http://x.example/more"))
            try await library.commit([Sample.stored(Sample.key(item.id, of: "C2"))])
            try requireEqual(try await library.furtherReading(of: key)?.parser, "feed", "while it is listed")
            var catalog = Sample.catalog
            catalog.sections.removeLast()
            try await library.record(catalog, reading: Sample.reading())
            let reading = try await library.furtherReading(of: key)
            try requireEqual(reading?.location, "http://x.example/more", "the further reading")
            try requireEqual(reading?.parser, nil, "once it is listed no longer")
        },
        Check("a catalogue is public where one of its further catalogues is") { bed in
            let library = try await bed.open()
            var hidden = Sample.reading()
            hidden.isPublic = false
            try await library.record(Sample.catalog, reading: hidden)
            try requireEqual(try await library.reading(of: Sample.location)?.isPublic, false, "at first")
            try await library.record(
                [], of: Sample.collection("C2"), reading: Sample.reading("http://x.example/more"))
            try requireEqual(
                try await library.reading(of: Sample.location)?.isPublic, true, "with a public further one")
        },
    ]

    static let forgetting: [Check] = [
        Check("a catalogue that is forgotten leaves nothing, and others as they are") { bed in
            let library = try await bed.open()
            let other = "http://other.example/"
            for location in [Sample.location, other] {
                try await library.record(Sample.catalog, reading: Sample.reading(location))
                let key = Sample.key("http://x.example/a", in: location)
                try await library.commit([
                    Sample.stored(key, location == other ? "other" : "own"),
                    Sample.tried(.failed, of: key, reason: "gone"),
                    .quarantined(Sample.quarantined(location, of: key), nil),
                ])
                try await library.recordView(of: key, at: .now)
                try await library.setChosen(false, [Sample.collection("C1", in: location)])
                try await library.record(
                    [], of: Sample.collection("C2", in: location), reading: Sample.reading("more"))
            }
            try await library.select(Sample.collection("C1"))
            try await library.forget(Sample.location)
            try await library.forget("http://nowhere.example/")
            try requireEqual(try await library.locations(), [other], "the catalogues")
            try require(try await library.catalog(at: Sample.location) == nil, "the catalogue")
            try require(try await library.reading(of: Sample.location) == nil, "its reading")
            try require(try await library.memory(of: Sample.location).items.isEmpty, "its memory")
            try require(try await library.attempts(for: Sample.key, limit: 9).isEmpty, "its attempts")
            try require(try await library.selection() == nil, "the selection in it")
            try require(try await library.unchosenCollections(of: Sample.location).isEmpty, "its choices")
            try require(try await library.openedCollections(of: Sample.location).isEmpty, "what was opened")
            try requireEqual(try await library.names().values.sorted(), ["other"], "the names")
            try requireEqual(try await library.unchosenCollections(of: other), ["C1"], "the other's choices")
            try requireEqual(try await library.openedCollections(of: other), ["C2"], "what was opened there")
            try requireEqual(try await library.recentViews(limit: 9).map(\.key.catalog), [other], "the views")
            try requireEqual(try await library.memory(of: other).items.count, 1, "the other's memory")
            try await library.record(Sample.catalog, reading: Sample.reading())
            try requireEqual(try await library.catalog(at: Sample.location), Sample.catalog, "recorded anew")
        }
    ]
}
