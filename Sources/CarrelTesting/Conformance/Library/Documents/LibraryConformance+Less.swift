import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What is left alone, told once, or thrown away.
extension LibraryConformance {
    static let less: [ConformanceCheck<LibraryTestbed>] = [
        Check("items and patterns are left alone until that is taken back, also while nothing lists them") {
            bed in
            let library = try await bed.openListed()
            let other = Sample.key("none")
            try await library.setIgnored(true, [Sample.key, other], patterns: ["*.zip", "B*"])
            try await library.setIgnored(true, [Sample.key], patterns: ["B*"])
            let rules = try await library.ignored()
            try requireEqual(Set(rules.items), [Sample.key, other], "the items")
            try requireEqual(Set(rules.patterns), ["*.zip", "B*"], "the patterns")
            let memory = try await library.memory(of: Sample.location)
            let items = Sample.catalog.collections[0].items
            try requireEqual(
                items.map { memory.ignores($0, in: "C1") }, [true, false, true], "what is ignored")
            try requireEqual(
                memory.ignored.patterns.map(\.text).sorted(), ["*.zip", "B*"], "the remembered patterns")
            try await library.setIgnored(false, [Sample.key], patterns: ["*.zip"])
            try requireEqual(try await library.ignored().items, [other], "the items that are left")
            try requireEqual(try await library.ignored().patterns, ["B*"], "the patterns that are left")
        },
        Check("a collection is left alone with all that it lists, until that is taken back") { bed in
            let library = try await bed.openListed()
            let all = [Sample.collection("C1").allItems, Sample.collection("c1").allItems]
            let items = Sample.catalog.collections[0].items
            let before = try await library.changes(since: 0).number
            try await library.setIgnored(true, all, patterns: [])
            try requireEqual(
                try await library.changes(since: before).catalogs, [Sample.location], "the change")
            try requireEqual(Set(try await library.ignored().items), Set(all), "the collections")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(
                items.map { memory.ignores($0, in: "C1") }, items.map { _ in true }, "what is ignored")
            try require(!memory.ignores(items[0], in: "C2"), "another collection")
            try await library.setIgnored(false, [all[0]], patterns: [])
            try requireEqual(try await library.ignored().items, [all[1]], "the collections that are left")
            try await library.forget(Sample.location)
            try require(try await library.ignored().items.isEmpty, "once the catalogue is gone")
        },
        Check("what was told of a document is remembered until the item is listed again") { bed in
            let library = try await bed.openStored()
            try await library.record(Catalog(collections: []), reading: Sample.reading())
            try await library.commit([.toldUnlisted(Sample.key)])
            let isTold = try await library.memory(of: Sample.location).items[Sample.key]?.isToldUnlisted
            try requireEqual(isTold, true, "once it was told")
            try await library.record(Sample.catalog, reading: Sample.reading())
            let again = try await library.memory(of: Sample.location).items[Sample.key]?.isToldUnlisted
            try requireEqual(again, false, "once it is listed again")
        },
        Check("what an earlier version was restored over is known until another one is stored") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.stored(), .restored(Sample.key, over: "22")])
            try requireEqual(
                try await library.document(of: Sample.key)?.restoredOver, "22", "the document")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.document?.restoredOver, "22", "the memory")
            try await library.commit([Sample.stored()])
            try require(
                try await library.document(of: Sample.key)?.restoredOver == nil, "once it is stored again")
        },
        Check("against which promise a document was taken is known until another one is stored") { bed in
            let library = try await bed.openListed()
            var document = Sample.document()
            document.acceptedPromise = "size=7"
            try await library.commit([
                .stored(Sample.key, title: "A", document, Sample.publication())
            ])
            try requireEqual(try await library.document(of: Sample.key), document, "as it was stored")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.document, document, "the memory")
            try await library.commit([
                .accepted(Sample.key, promise: "size=8"), .accepted(Sample.later, promise: "size=8"),
                .confirmed(Sample.key, document.origin), .restored(Sample.key, over: "22"),
            ])
            let accepted = try await library.document(of: Sample.key)?.acceptedPromise
            try requireEqual(accepted, "size=8", "once it was accepted")
            try await library.commit([.accepted(Sample.key, promise: nil)])
            let listed = try await library.document(of: Sample.key)?.acceptedPromise
            try requireEqual(listed, "sha-256=" + String(repeating: "a", count: 64), "as it is listed")
            try await library.commit([Sample.stored()])
            try requireEqual(try await library.document(of: Sample.key), Sample.document(), "stored again")
        },
        Check("what somebody removed is not stored, and no failure") { bed in
            let library = try await bed.openListed()
            try await library.commit([
                Sample.stored(), Sample.tried(.failed, reason: "404", updateAvailable: true),
                .removed(Sample.key),
            ])
            try require(try await library.document(of: Sample.key) == nil, "the document")
            try require(try await library.memory(of: Sample.location).items.isEmpty, "the memory")
        },
        Check("what was thrown away is not a failure, and known until something is stored") { bed in
            let library = try await bed.openListed()
            let aside = Sample.quarantined("a~1")
            try await library.commit([
                .quarantined(aside, nil), Sample.tried(.quarantined, reason: "an HTML page"),
                .discarded(aside),
            ])
            let item = try await library.memory(of: Sample.location).items[Sample.key]
            try requireEqual(item?.discarded?.sha256, aside.digest.sha256, "the digest")
            try requireEqual(item?.discarded?.origin, aside.origin, "where it came from")
            try require(item?.lastFailure == nil && item?.isSetAside == false, "it is not a failure")
            try require(try await library.quarantinedDocuments().isEmpty, "nothing is in the quarantine")
            try await library.commit([Sample.stored()])
            let stored = try await library.memory(of: Sample.location).items[Sample.key]
            try require(stored?.discarded == nil, "once something is stored")
        },
        Check("what was thrown away is known once its collection is not listed, and goes along") { bed in
            let library = try await bed.openListed()
            try await library.commit([.discarded(Sample.quarantined("a~1"))])
            var catalog = Sample.catalog
            catalog.sections.removeAll { $0.collections.contains { $0.id == Sample.key.collection } }
            try await library.record(catalog, reading: Sample.reading())
            let known = try await library.memory(of: Sample.location).items[Sample.key]
            try require(known?.discarded != nil, "it is forgotten")
            try await library.record(Sample.catalog, reading: Sample.reading())
            try await library.commit([.handedOver(from: Sample.key, to: Sample.later)])
            let items = try await library.memory(of: Sample.location).items
            try require(items[Sample.key]?.discarded == nil, "the former item has it")
            try require(items[Sample.later]?.discarded != nil, "the other item has it")
        },
        Check("a failure outlasts the reading in which its collection goes, and not the next one") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.tried(.failed, reason: "404")])
            var catalog = Sample.catalog
            catalog.sections.removeAll { $0.collections.contains { $0.id == Sample.key.collection } }
            try await library.record(catalog, reading: Sample.reading())
            let known = try await library.memory(of: Sample.location).items[Sample.key]
            try requireEqual(known?.lastFailure, "404", "the failure")
            try requireEqual(
                try await library.attempts(for: Sample.key, limit: 9).map(\.reason), ["404"], "the try")
            try await library.record(catalog, reading: Sample.reading(seconds: 2000))
            try require(
                try await library.memory(of: Sample.location).items[Sample.key] == nil, "it is forgotten")
        },
        Check("a failure goes with its item, where the collection stays") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.tried(.failed, reason: "404")])
            let empty = ItemCollection(id: Sample.key.collection, title: "C", items: [])
            try await library.record(Catalog(collections: [empty]), reading: Sample.reading())
            try require(
                try await library.memory(of: Sample.location).items[Sample.key] == nil, "it is forgotten")
        },
    ]
}
