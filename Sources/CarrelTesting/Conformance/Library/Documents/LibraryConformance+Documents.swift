import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What is remembered of documents.
extension LibraryConformance {
    static let documents: [Check] = [
        Check("a stored document is remembered whole") { bed in
            let library = try await bed.openListed()
            try require(try await library.document(of: Sample.key) == nil, "before it was stored")
            try await library.commit([Sample.stored()])
            try requireEqual(try await library.document(of: Sample.key), Sample.document(), "the document")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(
                memory.items, [Sample.key: ItemMemory(title: "A", document: Sample.document(), news: .new)],
                "the memory")
            try requireEqual(try await library.names(), [Sample.key: "C1-a"], "the names")
        },
        Check("an item that was never listed is remembered like any other") { bed in
            let library = try await bed.open()
            let key = Sample.key("http://x.example/new", in: "http://new.example/")
            try await library.commit([Sample.stored(key), Sample.tried(.stored, of: key)])
            try requireEqual(try await library.document(of: key), Sample.document(), "the document")
            try requireEqual(
                try await library.memory(of: key.catalog).items[key]?.title, "A", "the title")
            try requireEqual(
                try await library.attempts(for: key, limit: 9), [Sample.attempt(.stored, of: key)],
                "the attempts")
            let listed = try await library.catalog(at: key.catalog)
            try requireEqual(
                listed?.collections.flatMap(\.items).map(\.id), [key.item], "what its catalogue lists")
        },
        Check("an item that its catalogue dropped before it came is not listed again") { bed in
            let library = try await bed.openListed()
            let keys = [Sample.key("http://x.example/gone"), Sample.key("http://x.example/gone", of: "C9")]
            try await library.commit([
                Sample.stored(keys[0], "gone"), Sample.tried(.stored, of: keys[0]),
                Sample.tried(.failed, of: keys[1], reason: "404"),
            ])
            try requireEqual(try await library.catalog(at: Sample.location), Sample.catalog, "what is listed")
            try requireEqual(
                try await library.document(of: keys[0]), Sample.document("gone"), "the document")
            try requireEqual(
                try await library.attempts(for: keys[1], limit: 9).map(\.outcome), [.failed], "the attempts")
            try await library.record(Sample.catalog, reading: Sample.reading(seconds: 2000))
            try requireEqual(
                Set(try await library.memory(of: Sample.location).items.keys), [keys[0]],
                "what is remembered at the next reading")
        },
        Check("what is remembered of a catalogue is not that of another") { bed in
            let library = try await bed.openListed()
            try await library.record(Sample.catalog, reading: Sample.reading("http://other.example/"))
            try await library.commit([
                Sample.stored(), Sample.tried(.failed, of: Sample.later, reason: "404"),
            ])
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(Set(memory.items.keys), [Sample.key, Sample.later], "what is remembered")
            try requireEqual(memory.items[Sample.later]?.lastFailure, "404", "the failure")
            let other = try await library.memory(of: "http://other.example/")
            try require(
                other.items.isEmpty && other.catalog == "http://other.example/", "the other catalogue")
        },
        Check("what is read of a catalogue tells of each stored document once") { bed in
            let library = try await bed.openListed()
            try await library.commit([
                Sample.stored(), Sample.tried(.failed, of: Sample.later, reason: "404"),
                Sample.tried(.failed, of: Sample.key, reason: "500"),
            ])
            let told = Recorder<DocumentFile>()
            let memory = try await library.memory(of: Sample.location) { files in
                for file in files { told.append(file) }
            }
            try requireEqual(told.elements, memory.files, "the files")
            try requireEqual(
                told.elements.map(\.name), memory.items.values.compactMap(\.document?.name), "their names")
            try requireEqual(told.elements.count, 1, "how many there are")
            try requireEqual(
                memory.items, try await library.memory(of: Sample.location).items, "what is remembered")
        },
        Check("what is remembered of some items is the same as among all of their catalogue") { bed in
            let library = try await bed.openListed()
            try await library.commit([
                Sample.stored(), Sample.tried(.failed, of: Sample.later, reason: "404"),
            ])
            let all = try await library.memory(of: Sample.location)
            let nowhere = Sample.key("http://x.example/none", in: "http://nowhere.example/")
            let some = try await library.memory(ofItems: [nowhere, Sample.later, Sample.key, Sample.key])
            try requireEqual(some, all.items, "what is remembered")
            try requireEqual(try await library.memory(ofItems: []), [:], "of none")
        },
        Check("a confirmed document has the fresh validators and URLs, and nothing else is changed") { bed in
            let library = try await bed.openStored()
            let origin = DocumentOrigin(
                url: "http://x.example/c", requestedURL: nil, validators: Validators(entityTag: "\"2\""))
            let nowhere = Sample.key("http://x.example/none")
            try await library.commit([.confirmed(Sample.key, origin), .confirmed(nowhere, origin)])
            var expected = Sample.document()
            (expected.url, expected.requestedURL, expected.validators) = (
                origin.url, nil, origin.validators
            )
            try requireEqual(try await library.document(of: Sample.key), expected, "the document")
            try require(try await library.document(of: nowhere) == nil, "a document that was never stored")
        },
        Check("as what a document was listed is known until its server confirms it, or it is stored again") {
            bed in
            let library = try await bed.openListed()
            var document = Sample.document("C1-a")
            document.listed = ListedVersion("2026-01-01\n\"a\"", askedAt: Date(timeIntervalSince1970: 9))
            try await library.commit([
                .stored(Sample.key, title: "A", document, Sample.publication("C1-a"))
            ])
            try requireEqual(try await library.document(of: Sample.key), document, "the document")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.document, document, "what is remembered")
            document.listed = ListedVersion("2026-01-02", askedAt: Date(timeIntervalSince1970: 10))
            try await library.commit([.confirmed(Sample.key, document.origin)])
            try requireEqual(try await library.document(of: Sample.key), document, "the confirmed document")
            document.listed = nil
            try await library.commit([.confirmed(Sample.key, document.origin)])
            try requireEqual(try await library.document(of: Sample.key), document, "listed as nothing")
        },
        Check("a document is called what its server calls it by now, and nothing else is changed") { bed in
            let library = try await bed.openStored()
            let nowhere = Sample.key("http://x.example/none")
            try await library.commit([.declared(Sample.key, .html), .declared(nowhere, .html)])
            var expected = Sample.document()
            expected.mediaType = .html
            try requireEqual(try await library.document(of: Sample.key), expected, "the document")
        },
        Check("an imported document keeps what was promised until its server confirms it") { bed in
            let library = try await bed.openListed()
            var document = Sample.document("C1-a")
            document.importedPromise = "size=3"
            try await library.commit([
                .stored(Sample.key, title: "A", document, Sample.publication("C1-a"))
            ])
            try requireEqual(try await library.document(of: Sample.key), document, "the document")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.document, document, "what is remembered")
            try await library.commit([.confirmed(Sample.key, document.origin)])
            document.importedPromise = nil
            try requireEqual(try await library.document(of: Sample.key), document, "the confirmed document")
        },
        Check("a lost document is no longer stored, and why is its item's failure") { bed in
            let library = try await bed.openStored()
            try await library.commit([.lost(Sample.key, reason: "it is not there")])
            try require(try await library.document(of: Sample.key) == nil, "the document")
            try require(try await library.names().isEmpty, "the names")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.lastFailure, "it is not there", "the failure")
        },
        Check("a document that was kept is the one before, as it was recorded") { bed in
            let library = try await bed.openListed()
            var before = Sample.document("C1-before")
            (before.size, before.sha256, before.validators) = (2, "11", Validators(entityTag: "\"0\""))
            before.mediaType = MediaType("text/html")
            (before.url, before.requestedURL) = ("http://x.example/before", nil)
            (before.storedAt, before.fileTime) = (
                Date(timeIntervalSince1970: 1000), FileTime(nanoseconds: 7)
            )
            (before.restoredOver, before.editedCopy) = ("22", "C1-edited")
            (before.suggestedName, before.importedPromise) = ("before.txt", "size=2")
            before.acceptedPromise = "size=3"
            before.listed = ListedVersion("2026-01-01", askedAt: Date(timeIntervalSince1970: 9))
            try await library.commit([Sample.stored(), .restored(Sample.key, over: "33")])
            try await library.commit([
                .kept(Sample.key, before, reason: "something else is there"),
                .kept(Sample.later, before, reason: "nothing is stored"),
            ])
            try requireEqual(try await library.document(of: Sample.key), before, "the document")
            try requireEqual(try await library.names(), [Sample.key: "C1-before"], "the names")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(
                memory.items[Sample.key]?.lastFailure, "something else is there", "the failure")
        },
        Check("hosts that asked for patience are remembered by name, each with what it asked for last") {
            bed in
            let library = try await bed.open()
            func hold(_ host: String, _ seconds: Double) -> HostHold {
                HostHold(host: host, until: Date(timeIntervalSince1970: seconds), reason: "\(seconds)")
            }
            try await library.commit([
                .held(hold("b.example", 50)), .held(hold("a.example", 70)), .held(hold("c.example", 20)),
                .held(hold("b.example", 60)),
            ])
            try requireEqual(
                try await library.heldHosts(after: Date(timeIntervalSince1970: 20)),
                [hold("a.example", 70), hold("b.example", 60)], "who is held")
            // An address may be longer than an index takes.
            let url = "https://b.example/" + String(repeating: "x", count: 4000)
            let ofURL = HostHold(
                host: "b.example", url: url, until: Date(timeIntervalSince1970: 80), reason: "503")
            try await library.commit([.held(ofURL)])
            try requireEqual(
                try await library.heldHosts(after: Date(timeIntervalSince1970: 75)), [ofURL], "what is held")
            // B has asked for something else since.
            try await library.commit([
                .answered(hold("b.example", 50)), .answered(hold("a.example", 70)), .answered(ofURL),
            ])
            try requireEqual(
                try await library.heldHosts(after: Date(timeIntervalSince1970: 20)), [hold("b.example", 60)],
                "who is held after an answer")
        },
    ]
}
