import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A parser with documents of its kind, to check its promises with.
public struct ParserSubject: Sendable {
    /// The parser.
    public var parser: any Parser
    /// A small valid document, of at least one collection and item, meeting or further catalogue.
    public var sample: CatalogDocument
    /// The valid documents of other roles that stand beside the sample.
    public var companions: [CatalogDocument]
    /// Valid documents of other kinds, which the parser must not take for its own.
    public var foreign: [CatalogDocument]
    /// A document in the place of the sample with some thousand entries.
    public var large: CatalogDocument

    public init(
        _ parser: any Parser, sample: CatalogDocument, companions: [CatalogDocument] = [],
        foreign: [CatalogDocument], large: CatalogDocument
    ) {
        self.parser = parser
        self.sample = sample
        self.companions = companions
        self.foreign = foreign
        self.large = large
    }

    /// What the parser makes of a document, with the sample's companions beside it.
    fileprivate func catalog(of document: CatalogDocument) throws(ParseError) -> Catalog {
        try parser.parse([document] + companions)
    }

    fileprivate func recognition(of document: CatalogDocument) -> Recognition {
        parser.recognition(of: [document] + companions)
    }
}

/// The promises of `Parser`.
public enum ParserConformance {
    /// Every check.
    public static let checks: [ConformanceCheck<ParserSubject>] = [
        ConformanceCheck("a valid document gives its collections and items, without a problem") { subject in
            let catalog = try subject.catalog(of: subject.sample)
            try require(!catalog.collections.isEmpty, "there is a collection")
            try require(
                catalog.schedule?.meetings.isEmpty == false
                    || catalog.collections.contains { !$0.items.isEmpty || $0.further != nil },
                "there is an item, a meeting or a further catalogue")
            try requireEqual(catalog.problems, [], "problems")
        },
        ConformanceCheck("parsing twice gives the same") { subject in
            let first = try subject.catalog(of: subject.sample)
            try requireEqual(try subject.catalog(of: subject.sample), first, "the second catalogue")
        },
        ConformanceCheck("URLs are absolute, and identities are unique within a collection") { subject in
            try check(try subject.catalog(of: subject.sample))
        },
        ConformanceCheck("its own kind is recognised, whatever media type is declared") { subject in
            for type in [subject.sample.mediaType, MediaType("application/octet-stream"), nil] {
                var document = subject.sample
                document.mediaType = type
                try require(subject.recognition(of: document) == .certain, "certain of \(type as Any)")
            }
        },
        ConformanceCheck("other kinds, random bytes, nothing and no document are not recognised") { subject in
            let recognition = { (documents: [CatalogDocument]) in subject.parser.recognition(of: documents) }
            for document in subject.foreign {
                try require(recognition([document]) < .certain, "not certain of \(document.url)")
            }
            try requireEqual(recognition([]), .no, "recognition of no document")
            for data in [Data(), Data("   \n".utf8), TestBytes.make(4096, seed: 7)] {
                try requireEqual(
                    recognition([with(subject.sample, data)]), .no, "recognition of \(data.count) bytes")
            }
        },
        ConformanceCheck("a large document is recognised by its beginning") { subject in
            let large = with(subject.sample, subject.sample.data + Data(repeating: 0x20, count: 4 << 20))
            try require(subject.recognition(of: large) > .no, "it is not recognised")
        },
        ConformanceCheck("no document and an empty one are errors that say where") { subject in
            try expectError(subject, [], naming: nil)
            try expectError(
                subject, [with(subject.sample, Data())] + subject.companions,
                naming: subject.sample.location)
        },
        ConformanceCheck("random bytes are an error or a catalogue") { subject in
            for seed in 0..<50 {
                try parse(subject, TestBytes.make(1 + seed * 97, seed: UInt64(seed)))
            }
        },
        ConformanceCheck("a document cut anywhere is an error or a catalogue") { subject in
            for length in places(in: subject.sample.data) {
                try parse(subject, subject.sample.data.prefix(length))
            }
        },
        ConformanceCheck("a document with a byte changed is an error or a catalogue") { subject in
            var random = SeededRandom(seed: 11)
            for index in places(in: subject.sample.data) {
                var data = subject.sample.data
                data[data.startIndex + index] = UInt8.random(in: .min ... .max, using: &random)
                try parse(subject, data)
            }
        },
        ConformanceCheck("a document with stretches moved and repeated is an error or a catalogue") {
            subject in
            var random = SeededRandom(seed: 13)
            for _ in 0..<100 {
                var data = subject.sample.data
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let from = Int.random(in: 0..<data.count, using: &random)
                    let stretch = data[from..<min(data.count, from + Int.random(in: 1...60, using: &random))]
                    data.insert(contentsOf: stretch, at: Int.random(in: 0...data.count, using: &random))
                }
                try parse(subject, data)
            }
        },
        ConformanceCheck("deep nesting crashes nothing") { subject in
            for opening in [
                "[", "{\"a\":", "<div>", "<a href=x.pdf>", "<table><tr><td>", "<b><i>", "<!--", "&",
            ] {
                let data = Data(String(repeating: opening, count: 20_000).utf8)
                try parse(subject, data)
            }
        },
        ConformanceCheck("a cancelled task gives up early, and says that it was cancelled") { subject in
            let (whole, wasWhole) = await work(of: subject, isCancelled: false)
            let (begun, wasBegun) = await work(of: subject, isCancelled: true)
            try requireEqual(wasWhole, false, "whether the whole reading was cancelled")
            try requireEqual(wasBegun, true, "whether the cancelled reading was")
            try require(begun * 2 < whole, "a cancelled task worked \(begun) of \(whole)")
        },
        ConformanceCheck("a slice of data with other indices parses as the data itself") { subject in
            let padded = Data("xxxx".utf8) + subject.sample.data
            let slice = with(subject.sample, padded.dropFirst(4))
            try requireEqual(
                try subject.catalog(of: slice), try subject.catalog(of: subject.sample), "the catalogue"
            )
        },
    ]

    /// How long a thread works to parse the large document, in nanoseconds, and whether that ended as cancelled.
    private static func work(
        of subject: ParserSubject, isCancelled: Bool
    ) async -> (nanoseconds: UInt64, wasCancelled: Bool) {
        await Task.detached {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            // Other threads have no part in it, however busy the machine is.
            let start = threadTime()
            var wasCancelled = false
            do throws(ParseError) {
                _ = try subject.catalog(of: subject.large)
            } catch {
                wasCancelled = error.isCancelled
            }
            return (threadTime() - start, wasCancelled)
        }.value
    }

    private static func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func with(_ document: CatalogDocument, _ data: Data) -> CatalogDocument {
        var document = document
        document.data = data
        return document
    }

    /// Parses, takes every error and checks every catalogue.
    private static func parse(_ subject: ParserSubject, _ data: Data) throws {
        let document = with(subject.sample, data)
        _ = subject.recognition(of: document)
        let catalog: Catalog
        do throws(ParseError) {
            catalog = try subject.catalog(of: document)
        } catch {
            try require(error.subject.hasPrefix(document.location), "the error names the document: \(error)")
            try require(!error.reason.isEmpty, "the error has a reason")
            return
        }
        try check(catalog)
    }

    /// Fails unless a catalogue is one that a parser may give, whatever the document was.
    public static func check(_ catalog: Catalog) throws {
        for collection in catalog.collections {
            try require(!collection.id.isEmpty, "a collection has an identity")
            try require(
                Set(collection.items.map(\.id)).count == collection.items.count, "identities are unique")
            for item in collection.items {
                try require(!item.id.isEmpty && !item.title.isEmpty, "an item has identity and title")
                guard let url = item.url else { continue }
                try require(URLReference.hasScheme(url), "absolute: \(url)")
            }
            if let further = collection.further {
                try require(URLReference.hasScheme(further.url), "absolute: \(further.url)")
            }
        }
        let identities = Set(catalog.collections.map(\.id))
        try requireEqual(identities.count, catalog.collections.count, "identities of collections")
        for meeting in catalog.schedule?.meetings ?? [] {
            try require(identities.contains(meeting.collection), "a meeting is of a listed collection")
        }
        for problem in catalog.problems {
            try require(!problem.place.isEmpty && !problem.reason.isEmpty, "a problem has place and reason")
        }
    }

    private static func expectError(
        _ subject: ParserSubject, _ documents: [CatalogDocument], naming location: String?
    ) throws {
        do throws(ParseError) {
            _ = try subject.parser.parse(documents)
        } catch {
            try require(
                error.subject.hasPrefix(location ?? ""), "the error names \(location ?? ""): \(error)")
            return
        }
        throw ConformanceFailure(description: "\(documents.count) empty documents gave a catalogue")
    }

    /// The first places in a document, the last ones, and every third between them.
    private static func places(in data: Data) -> [Int] {
        (0..<data.count).filter { $0 < 64 || $0 % 3 == 0 || data.count - $0 <= 64 }
    }
}
