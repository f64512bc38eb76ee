import CarrelHTTP
import CarrelModel
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
        Check("a setting of several lines is refused, and does not become several settings") { bed in
            let library = try await bed.open(.exclusive)
            try await requireRefusal(.invalidSetting, "it was kept") {
                try await library.keep(known("a", settings: ["source.path=a\nafter.run=touch b"]))
            }
            try require(try await library.knownCatalogs().isEmpty, "known")
            let settings = ["source.path=a\r", "\u{301}=b"]
            try await library.keep(known("b", settings: settings))
            try requireEqual(try await library.knownCatalogs(), [known("b", settings: settings)], "known")
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
        Check("a catalogue moves to another location with its documents, its name and the choices in it") {
            bed in
            let library = try await bed.openListed()
            let new = "http://new.example/notes.json"
            var sample = known("a")
            sample.location = Sample.location
            try await library.keep(sample)
            try await library.commit([Sample.stored()])
            try await library.setChosen(false, [Sample.collection("C1")])
            try await library.select(Sample.collection("C1"))
            try await library.note(
                CatalogVisit(location: Sample.location, date: Date(timeIntervalSince1970: 1_000_000)))
            let before = try await library.changes(since: 0).number
            sample.location = new
            try await library.relocate(CatalogRelocation(from: Sample.location, as: sample))
            try requireEqual(try await library.knownCatalogs(), [sample], "known")
            try requireEqual(try await library.locations(), [new], "the catalogues")
            try requireEqual(try await library.catalog(at: new), Sample.catalog, "what it lists")
            let reading = try await library.reading(of: new)
            try requireEqual(reading?.validators, Validators(), "the validators")
            try requireEqual(reading?.parser, nil, "the parser")
            let memory = try await library.memory(of: new)
            try requireEqual(memory.items.values.count(where: \.hasDocument), 1, "the documents")
            try requireEqual(try await library.unchosenCollections(of: new), ["C1"], "the choices")
            try requireEqual(try await library.selection()?.catalog, new, "the selection")
            try requireEqual(try await library.visits().map(\.location), [new], "the visit")
            try requireEqual(try await library.changes(since: before).catalogs, [new], "the change")
        },
        Check(
            "with its location its name and settings change, what it lists, whose its documents are, and what is ignored"
        ) { bed in
            let library = try await bed.openListed()
            let (new, moved) = ("http://new.example/notes.json", "http://new.example/a")
            try await library.commit([Sample.stored()])
            try await library.setIgnored(true, [Sample.key], patterns: [])
            var relocation = CatalogRelocation(
                from: Sample.location,
                as: KnownCatalog(
                    location: new, name: "new", settings: ["plan.use=mirror"],
                    addedAt: Date(timeIntervalSince1970: 1_000_000)))
            var listing = Sample.catalog
            listing.sections[0].collections[0].items[0].id = moved
            listing.sections[0].collections[0].items[0].url = moved
            listing.sections[0].collections[0].items.removeLast()
            relocation.listing = listing
            let key = Sample.key(moved, in: new)
            relocation.documents = [(Sample.key(Sample.key.item, in: new), key)]
            relocation.ignored = relocation.documents
            try await library.relocate(relocation)
            try requireEqual(try await library.knownCatalogs(), [relocation.catalog], "known")
            try requireEqual(try await library.catalog(at: new), listing, "what it lists")
            try requireEqual(try await library.reading(of: new)?.parser, nil, "the parser")
            try requireEqual(try await library.document(of: key)?.name, "C1-a", "the document")
            try requireEqual(try await library.ignored().items, [key], "what is ignored")
            let memory = try await library.memory(of: new)
            try requireEqual(memory.items.values.count(where: \.hasDocument), 1, "the documents")
        },
        Check("a catalogue whose location differs in its query alone keeps its kind, and is read whole") {
            bed in
            let library = try await bed.openListed()
            let new = Sample.location + "?token=new"
            var relocation = CatalogRelocation(
                from: Sample.location,
                as: KnownCatalog(
                    location: new, name: "new", addedAt: Date(timeIntervalSince1970: 1_000_000)))
            relocation.listing = Sample.catalog
            try await library.relocate(relocation)
            let reading = try await library.reading(of: new)
            try requireEqual(reading?.parser, Sample.reading().parser, "the parser")
            try requireEqual(reading?.validators, Validators(), "the validators")
        },
        Check("a catalogue that cannot move stays where it is, with all that is recorded of it") { bed in
            let library = try await bed.openListed()
            try await library.keep(known("a"))
            try await library.commit([Sample.stored()])
            var relocation = CatalogRelocation(from: Sample.location, as: known("new"))
            // The name of another one.
            relocation.catalog.name = "a"
            relocation.listing = Catalog(collections: [])
            relocation.documents = [
                (Sample.key(Sample.key.item, in: relocation.catalog.location), Sample.later)
            ]
            do {
                try await library.relocate(relocation)
                throw ConformanceFailure(description: "two catalogues have one name")
            } catch is StoreError {}
            try requireEqual(try await library.knownCatalogs(), [known("a")], "known")
            try requireEqual(try await library.catalog(at: Sample.location), Sample.catalog, "what it lists")
            try require(try await library.document(of: Sample.key) != nil, "the document")
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
