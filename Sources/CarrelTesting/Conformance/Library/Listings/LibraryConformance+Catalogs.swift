import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What the catalogues list.
extension LibraryConformance {
    /// Records a catalogue of many items, and looks whether they are listed.
    private static func record(_ count: Int, _ what: String, in library: any Library) async throws {
        let items = (0..<count).map { number in
            Item(
                title: "\(what) \(number)", subtitle: String(repeating: "long ", count: 20),
                url: "http://x.example/\(number)")
        }
        let catalog = Catalog(collections: [ItemCollection(id: "C1", title: "One", items: items)])
        try await library.record(catalog, reading: Sample.reading())
        let listed = try requireValue(try await library.catalog(at: Sample.location), "the catalogue")
        try requireEqual(
            listed.collections.first?.items.map(\.title), items.map(\.title), "what is listed of \(count)")
    }

    static let catalogs: [Check] = [
        Check("a catalogue and its reading come back as they were recorded") { bed in
            let library = try await bed.open()
            try require(try await library.catalog(at: Sample.location) == nil, "before it was recorded")
            try require(try await library.reading(of: Sample.location) == nil, "before it was read")
            try await library.record(Sample.catalog, reading: Sample.reading())
            try requireEqual(try await library.catalog(at: Sample.location), Sample.catalog, "the catalogue")
            try requireEqual(try await library.reading(of: Sample.location), Sample.reading(), "the reading")
            try require(try await library.catalog(at: "http://other.example/") == nil, "another one")
        },
        Check("a schedule, subtitles, details and names come back as they were recorded") { bed in
            let library = try await bed.open()
            var catalog = Sample.catalog
            let time = try requireValue(TimeOfDay(text: "9:00"), "a time")
            catalog.schedule = Schedule(
                meetings: [
                    .init(day: .tuesday, time: time, collection: "C1", place: "R1", kind: "lab"),
                    .init(day: .monday, time: time, collection: "C2"),
                ],
                places: [
                    "R1": .init(
                        name: "Room", coordinates: Coordinates(latitude: 53.4065, longitude: -2.9663))
                ])
            catalog.sections[0].collections[0].items[0].subtitle = "An artist"
            catalog.sections[0].collections[0].items[0].details = [
                Detail("Price", "$1"), Detail("Place", "4", key: .rank),
            ]
            catalog.sections[1].collections[0].subtitle = "The rest"
            catalog.sections[1].collections[0].further = FurtherCatalog(url: "http://x.example/{key}")
            var reading = Sample.reading()
            reading.name = "course"
            try await library.record(catalog, reading: reading)
            try requireEqual(try await library.catalog(at: Sample.location), catalog, "the catalogue")
            try requireEqual(try await library.reading(of: Sample.location), reading, "the reading")
        },
        Check("a catalogue of thousands of items may list few, and many again, and go") { bed in
            let library = try await bed.open()
            for (count, what) in [(12_000, "First"), (10, "First"), (12_000, "First"), (12_000, "Then")] {
                try await record(count, what, in: library)
            }
            try await library.forget(Sample.location)
            try require(try await library.catalog(at: Sample.location) == nil, "after it was forgotten")
        },
        Check("a reading without a name keeps the one before, and a name can be replaced alone") { bed in
            let library = try await bed.open()
            var reading = Sample.reading()
            reading.name = "course"
            try await library.record(Sample.catalog, reading: reading)
            try await library.record(Sample.catalog, reading: Sample.reading())
            try requireEqual(try await library.reading(of: Sample.location)?.name, "course", "the name")
            try await library.setName("other", of: Sample.location)
            try await library.setName("none", of: "http://other.example/")
            reading.name = "other"
            try requireEqual(try await library.reading(of: Sample.location), reading, "the reading")
            try requireEqual(try await library.locations(), [Sample.location], "the catalogues")
        },
        Check("catalogues are told by when they were read, the last one first") { bed in
            let library = try await bed.open()
            for (location, seconds) in [("b", 20), ("c", 30), ("a", 10)] as [(String, Double)] {
                try await library.record(Sample.catalog, reading: Sample.reading(location, seconds: seconds))
            }
            try requireEqual(try await library.locations(), ["c", "b", "a"], "the catalogues")
            try await library.record(Sample.catalog, reading: Sample.reading("a", seconds: 40))
            try requireEqual(try await library.locations(), ["a", "c", "b"], "after another reading")
        },
        Check("a new listing replaces the old one, and what is stored stays") { bed in
            let library = try await bed.openStored()
            let other = Catalog(collections: [
                ItemCollection(id: "C1", title: "One", items: [Item(title: "B", url: "http://x.example/b")])
            ])
            try await library.record(other, reading: Sample.reading())
            try requireEqual(try await library.catalog(at: Sample.location), other, "the catalogue")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(Set(memory.items.keys), [Sample.key], "what is remembered")
            try requireEqual(memory.items[Sample.key]?.document, Sample.document(), "the document")
        },
        Check("what a catalogue says of itself comes back, and is replaced with it") { bed in
            let library = try await bed.open()
            var feed = Sample.catalog
            (feed.listsLatestOnly, feed.interval) = (true, .seconds(5400))
            try await library.record(feed, reading: Sample.reading())
            try requireEqual(try await library.catalog(at: Sample.location), feed, "the feed")
            try await library.record(Sample.catalog, reading: Sample.reading())
            try requireEqual(try await library.catalog(at: Sample.location), Sample.catalog, "afterwards")
        },
        Check("whatever a catalogue becomes, it comes back as it was recorded last") { bed in
            let library = try await bed.open()
            var random = SeededRandom(seed: 5)
            for round in 0..<40 {
                let catalog = randomCatalog(round, &random)
                try await library.record(catalog, reading: Sample.reading())
                let recorded = try await library.catalog(at: Sample.location)
                try requireEqual(recorded?.collections, catalog.collections, "round \(round)")
                try await library.record(catalog, reading: Sample.reading())
                try requireEqual(
                    try await library.catalog(at: Sample.location), recorded, "round \(round), once more")
            }
        },
    ]

    private static func randomCatalog(_ round: Int, _ random: inout SeededRandom) -> Catalog {
        let numbers = (0..<4).shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
        var collections: [ItemCollection] = []
        for number in numbers {
            var collection = ItemCollection(id: "C\(number)", title: "\(number) \(round / 9)")
            let items = (0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
            for item in items {
                let size = Bool.random(using: &random) ? Int64(round / 5) : nil
                collection.items.append(
                    Item(title: "T\(item)", url: item == 3 ? nil : "http://x.example/\(item)", size: size))
            }
            if let first = collection.items.first { collection.items.append(first) }
            collection.markDuplicates()
            collections.append(collection)
        }
        return Catalog(title: nil, collections: collections)
    }
}
