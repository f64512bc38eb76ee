import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import PlanPlugins
import SQLiteKeeping

/// Parses a catalogue of lines: `= COLLECTION`, then `TITLE | URL` or `TITLE | URL | ID` for each item; `!` is a bad entry,
/// `!cut` a document that was cut, `!perhaps PLACE` one that may have been cut, `!limit` a list that is longer than what is
/// read, `!latest` one of the latest items only, `+ URL` a mirror of the item before, `# PIECES` the digests of its pieces,
/// `% DIGEST` its own, `~ DATE` when it was changed, `^ TAG` its entity tag, `& KIND` what kind it is.
struct LineParser: Parser {
    func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

    func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        var catalog = Catalog(collections: [])
        var collections: [ItemCollection] = []
        let text = String(decoding: documents.first?.data ?? Data(), as: UTF8.self)
        for (index, line) in text.split(separator: "\n").enumerated() {
            if line == "broken" {
                throw ParseError(location: "here", place: "line \(index + 1)", reason: "expected a line")
            } else if line == "!latest" {
                catalog.listsLatestOnly = true
            } else if line.hasPrefix("!") {
                let words = line.split(separator: " ")
                let gaps: [Substring: CatalogProblem.Gap] = [
                    "!cut": .passing, "!limit": .lasting, "!perhaps": .doubtful,
                ]
                let gap = gaps[words[0]]
                let place = gap == .doubtful && words.count > 1 ? String(words[1]) : "line \(index + 1)"
                catalog.problems.append(CatalogProblem(place: place, reason: "a bad entry", gap: gap))
            } else if let place = collections.indices.last, "+#%~^&".contains(line.prefix(1)) {
                let (last, value) = (collections[place].items.count - 1, String(line.dropFirst(2)))
                switch line.first {
                case "+": collections[place].items[last].mirrors.append(value)
                case "#": collections[place].items[last].pieces = PieceDigests(text: value)
                case "~", "^", "&":
                    let keys: [Character: Detail.Key] = ["~": .lastModified, "^": .entityTag, "&": .kind]
                    let key = line.first.flatMap { keys[$0] }
                    collections[place].items[last].details.append(Detail("Version", value, key: key))
                default: collections[place].items[last].digest = ExpectedDigest(text: value, origin: .catalog)
                }
            } else if line.hasPrefix("= ") {
                collections.append(ItemCollection(id: String(line.dropFirst(2)), title: "Title of it"))
            } else {
                let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                let url = parts.count > 1 ? parts[1] : nil
                collections[collections.count - 1].items.append(
                    parts.count > 2
                        ? Item(id: parts[2], title: parts[0], url: url) : Item(title: parts[0], url: url))
            }
        }
        for index in collections.indices { collections[index].markDuplicates() }
        catalog.sections = [CatalogSection(collections: collections)]
        return catalog
    }

    /// Parses all but the lines `> …`, which name further pages, and gives what these say.
    func parseWithPages(
        _ documents: [CatalogDocument]
    ) throws(ParseError) -> (catalog: Catalog, pages: [Substring]) {
        let lines = String(decoding: documents.first?.data ?? Data(), as: UTF8.self).split(separator: "\n")
        let own = lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n")
        let document = CatalogDocument(data: Data(own.utf8), url: URL(filePath: "/lines"))
        return (try parse([document]), lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) })
    }
}

extension ParserSelection {
    /// The one parser that a test is about.
    static func only(_ name: String, _ parser: any Parser) -> ParserSelection {
        ParserSelection(candidates: [Candidate(name: name, parser: parser)], fingerprint: "1")
    }
}

/// A pipeline of fakes: nothing of it needs a network, a disk or time.
struct PipelineHarness {
    let source: FixedSource
    let fetcher: ScriptedFetcher
    let store: InMemoryStore
    let library: any Library
    let clock = ManualClock(.autoAdvancing)
    let events = RecordingEvents()
    var pipeline: Pipeline

    init(
        _ catalog: String, planner: any Planner = MirrorPlanner(),
        template: String = "{collection}-{basename}", store: InMemoryStore = InMemoryStore()
    ) throws {
        self.store = store
        source = FixedSource(catalog, location: "http://catalog.example/lines")
        fetcher = ScriptedFetcher(clock: clock)
        library = try SQLiteLibrary.inMemory()
        var context = PluginContext(clock: clock, environment: [:])
        context.now = { Date(timeIntervalSince1970: 1_000_000) }
        guard let nameTemplate = NameTemplate(template) else { throw CocoaError(.formatting) }
        pipeline = Pipeline(
            source: source,
            parsers: .only("lines", LineParser()),
            planner: planner, fetcher: fetcher, store: store, library: library,
            queues: LocalQueues(clock: clock),
            downloads: DownloadOptions(nameTemplate: nameTemplate), context: context, observer: events)
    }

    /// Puts another catalogue in place.
    func replaceCatalog(_ text: String) {
        source.replace(with: text)
    }

    /// The pipeline some seconds later.
    func pipeline(after seconds: TimeInterval) -> Pipeline {
        var later: Pipeline = pipeline
        let now = later.context.now().addingTimeInterval(seconds)
        later.context.now = { now }
        return later
    }

    /// The catalogue as it is recorded.
    func located() async throws -> LocatedCatalog {
        let catalog = try await library.catalog(at: source.location)
        return LocatedCatalog(location: source.location, catalog: try requireValue(catalog, "the catalogue"))
    }

    /// The content of a stored document as text.
    func content(_ name: String) -> String? {
        store.documents[name].map { String(decoding: $0, as: UTF8.self) }
    }

    /// Records the catalogue, and a document `C1-a.txt` of an item whose publication a killed process left and whose bytes
    /// are gone.
    func leavePublication(of url: String) async throws {
        _ = try await pipeline.readCatalog(records: true)
        let digest = ContentDigest(size: 5, sha256: String(repeating: "0", count: 64))
        let document = StoredDocument(
            name: "C1-a.txt", size: 5, sha256: digest.sha256, mediaType: nil, validators: Validators(),
            url: url, storedAt: Date())
        let gone = Publication(
            document: StagedDocument(token: "gone.whole", digest: digest), name: "C1-a.txt")
        try await library.commit([.stored(key(url), title: "A", document, gone)], settling: [])
    }

    func key(_ url: String, collection: String = "C1") -> ItemKey {
        ItemKey(catalog: source.location, collection: collection, item: url)
    }
}
