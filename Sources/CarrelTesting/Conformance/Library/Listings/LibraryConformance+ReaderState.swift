import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What a reader did.
extension LibraryConformance {
    /// What `ReaderState` promises.
    public static let readerState: [ConformanceCheck<LibraryTestbed>] = [
        Check("the collection that was selected last is the selected one") { bed in
            let library = try await bed.openListed()
            try require(try await library.selection() == nil, "before the first selection")
            try await library.select(Sample.collection("C2"))
            try await library.select(Sample.collection("C1"))
            try requireEqual(try await library.selection(), Sample.collection("C1"), "the selection")
        },
        Check("collections that were left out stay left out, also while they are not listed") { bed in
            let library = try await bed.openListed()
            try require(try await library.unchosenCollections(of: Sample.location).isEmpty, "all at first")
            let keys = ["C1", "C2"].map { Sample.collection($0) }
            try await library.setChosen(false, keys)
            try await library.setChosen(false, keys)
            try await library.setChosen(true, [keys[0]])
            var smaller = Sample.catalog
            smaller.sections.removeLast()
            try await library.record(smaller, reading: Sample.reading())
            try requireEqual(
                try await library.unchosenCollections(of: Sample.location), ["C2"], "what is left out")
            try require(
                try await library.unchosenCollections(of: "http://other.example/").isEmpty, "elsewhere")
        },
        Check("several who choose at once do not undo each other") { bed in
            let library = try await bed.openListed()
            let readers = [library, try await bed.open(.shared), try await bed.open(.shared)]
            try await withThrowingTaskGroup { group in
                for number in 0..<30 {
                    group.addTask {
                        try await readers[number % 3].setChosen(false, [Sample.collection("C\(number)")])
                    }
                }
                try await group.waitForAll()
            }
            try requireEqual(
                try await library.unchosenCollections(of: Sample.location), Set((0..<30).map { "C\($0)" }),
                "what is left out")
        },
        Check("views are told newest first, each item once, with its title") { bed in
            let library = try await bed.openListed()
            try require(try await library.recentViews(limit: 9).isEmpty, "before the first view")
            for (place, key) in [Sample.key, Sample.later, Sample.key].enumerated() {
                try await library.recordView(of: key, at: Date(timeIntervalSince1970: Double(place)))
            }
            try await library.recordView(of: Sample.key("http://x.example/none"), at: .now)
            try requireEqual(
                try await library.recentViews(limit: 9),
                [
                    RecentView(key: Sample.key, title: "A", date: Date(timeIntervalSince1970: 2)),
                    RecentView(key: Sample.later, title: "Later", date: Date(timeIntervalSince1970: 1)),
                ], "the views")
            try requireEqual(try await library.recentViews(limit: 1).map(\.title), ["A"], "one of them")
            try require(try await library.recentViews(limit: 0).isEmpty, "none of them")
        },
        Check("of several items that are one document the one viewed last is told") { bed in
            let library = try await bed.open()
            let items = [Item(title: "A", url: "http://x.example/a")]
            let catalog = Catalog(
                collections: ["C1", "C2"].map { ItemCollection(id: $0, title: $0, items: items) })
            try await library.record(catalog, reading: Sample.reading())
            for (place, collection) in ["C1", "C2"].enumerated() {
                try await library.recordView(
                    of: Sample.key(items[0].id, of: collection),
                    at: Date(timeIntervalSince1970: Double(place)))
            }
            try requireEqual(
                try await library.recentViews(limit: 9).map(\.key.collection), ["C2"], "the views")
        },
        Check("what was viewed is told also when it is not listed any more") { bed in
            let library = try await bed.openListed()
            try await library.recordView(of: Sample.key, at: Date(timeIntervalSince1970: 1))
            try await library.record(Catalog(collections: []), reading: Sample.reading())
            try requireEqual(try await library.recentViews(limit: 9).map(\.title), ["A"], "the views")
        },
    ]
}
