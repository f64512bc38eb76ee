import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// The catalogues that a library knows.
extension LibraryConformance {
    /// What `KnownCatalogs` promises.
    public static let knownCatalogs: [ConformanceCheck<LibraryTestbed>] = [
        Check("catalogues are known in the order in which they were added") { bed in
            let library = try await bed.open(.exclusive)
            try require(try await library.knownCatalogs().isEmpty, "before the first")
            try await library.keep(known("b"))
            try await library.keep(known("a", settings: ["plan.use=mirror", "store.name={basename}"]))
            try requireEqual(
                try await library.knownCatalogs(),
                [known("b"), known("a", settings: ["plan.use=mirror", "store.name={basename}"])], "known")
        },
        Check("what is kept again replaces what was known, in its place") { bed in
            let library = try await bed.open(.exclusive)
            try await library.keep(known("a"))
            try await library.keep(known("b"))
            var changed = known("a", settings: ["plan.use=mirror"])
            (changed.name, changed.profile) = ("another", "notes")
            try await library.keep(changed)
            try requireEqual(try await library.knownCatalogs(), [changed, known("b")], "known")
        },
        Check("a catalogue that is left is known no longer, and its listing stays") { bed in
            let library = try await bed.openListed()
            var sample = known("a")
            sample.location = Sample.location
            try await library.keep(sample)
            try await library.leave(Sample.location)
            try require(try await library.knownCatalogs().isEmpty, "known")
            try require(try await library.catalog(at: Sample.location) != nil, "the listing")
        },
        Check("a catalogue that is forgotten is known no longer") { bed in
            let library = try await bed.openListed()
            var sample = known("a")
            sample.location = Sample.location
            try await library.keep(sample)
            try await library.forget(Sample.location)
            try require(try await library.knownCatalogs().isEmpty, "known")
        },
        Check("the last visit of a catalogue is remembered until it is forgotten") { bed in
            let library = try await bed.openListed()
            let date = Date(timeIntervalSince1970: 1_000_000)
            try await library.note(CatalogVisit(location: Sample.location, date: date, failures: 2))
            let last = CatalogVisit(
                location: Sample.location, date: date + 60, notBefore: date + 600, failures: 0)
            try await library.note(last)
            let other = CatalogVisit(location: "http://catalog.example/other", date: date)
            try await library.note(other)
            try requireEqual(Set(try await library.visits()), [last, other], "visits")
            try await library.forget(Sample.location)
            try requireEqual(try await library.visits(), [other], "visits")
        },
    ]

    private static func known(_ name: String, settings: [String] = []) -> KnownCatalog {
        KnownCatalog(
            location: "http://catalog.example/\(name)", name: name, settings: settings,
            addedAt: Date(timeIntervalSince1970: 1_000_000))
    }
}
