import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// The parsers of a pipeline: the one that the profile names, or all, to choose from by content.
public struct ParserSelection: Sendable {
    /// One parser with its name.
    public struct Candidate: Sendable {
        /// The plug-in's name.
        public var name: String
        /// The parser.
        public var parser: any Parser

        public init(name: String, parser: any Parser) {
            self.name = name
            self.parser = parser
        }
    }

    /// The candidates, in the order of the registry.
    public var candidates: [Candidate]
    /// The other parsers where the profile names one: for what a catalogue refers to, which may be of another kind.
    public var others: [Candidate] = []
    /// Identifies parsers and settings: it changes whenever the same bytes would be parsed differently.
    public var fingerprint: String
    /// The template of the further catalogue's URL for collections without items, with `{collection}` for the identity;
    /// `nil` if such collections are really empty.
    public var furtherURL: String?
    /// The most pages of a catalogue to read, including the first one.
    public var maxPages = StageSettings.maxPages.defaultValue
    /// The most items of a catalogue's pages together; each page has the same limit for itself.
    public var maxItems = StageSettings.maxItems.defaultValue
    /// The longest time for reading a catalogue's further pages.
    public var maxTime = StageSettings.maxTime.defaultValue
    /// Whether a page that asks for a password is the catalogue, whatever it lists.
    public var takesLogin = StageSettings.login.defaultValue
    /// Finds the media type of a document by its first bytes and by what was declared, for messages.
    public var mediaType: @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType? = { $1 }

    public init(candidates: [Candidate], fingerprint: String) {
        self.candidates = candidates
        self.fingerprint = fingerprint
    }

    /// Parses with the only candidate, or with the surest one; of equally sure ones, with the first.
    ///
    /// - Parameters:
    ///   - documents: the documents.
    ///   - location: where they are from, for messages.
    ///   - first: the parser that read the first page, for a further one. What any web page may be is left to it: such a page
    ///     may have come in the place of the further one, and only this parser knows.
    /// - Returns: the catalogue, and the name of its parser.
    func parse(
        _ documents: [CatalogDocument], location: String, after first: String? = nil
    ) throws(ParseError) -> (catalog: Catalog, parser: String) {
        var parsed = try parseAsListed(documents, location: location, after: first)
        parsed.catalog.noteEnd()
        parsed.catalog.problems += documents.flatMap(\.messages)
        guard let furtherURL, let base = documents.catalog?.url else { return parsed }
        let template = URLTemplate.resolve(furtherURL, against: base)
        parsed.catalog.changeCollections { collection in
            guard collection.items.isEmpty, collection.further == nil else { return }
            collection.further = FurtherCatalog(template: template, ["collection": collection.id])
        }
        return parsed
    }

    /// The parser that reads a document in parts, if it is the one to read it with and can.
    func partParser(for document: CatalogDocument) -> (parser: any PartParser, name: String)? {
        // The content of a further catalogue may be missing from this one.
        guard furtherURL == nil else { return nil }
        for candidate in candidates {
            guard let parser = candidate.parser as? any PartParser,
                parser.recognition(of: [document]) == .certain
            else { continue }
            return (parser, candidate.name)
        }
        return nil
    }

    /// Parses what a catalogue refers to: as the catalogue itself, or, if its parser knows that it is none of its kind,
    /// with the one that is certain of it.
    func parseFurther(
        _ documents: [CatalogDocument], location: String
    ) throws(ParseError) -> (catalog: Catalog, parser: String) {
        var parsers = self
        if let other = otherKind(of: documents) { parsers.candidates = [other] }
        return try parsers.parse(documents, location: location)
    }

    /// The name of the parser that documents are left to; `nil` if none knows them.
    func parserName(for documents: [CatalogDocument]) -> String? {
        candidates.count == 1 ? candidates[0].name : surest(of: documents)?.choice.name
    }

    /// The parser that is certain of documents that the one which the profile names knows to be of another kind.
    func otherKind(of documents: [CatalogDocument]) -> Candidate? {
        guard candidates.count == 1, candidates[0].parser.recognition(of: documents) == .no else {
            return nil
        }
        return others.first { $0.parser.recognition(of: documents) == .certain }
    }

    /// Whether what came may be any web page, where the catalogue was of another kind and the profile does not name the parser:
    /// a login page must not empty the library's listing.
    ///
    /// - Parameters:
    ///   - parsed: what came, and the parser that read it.
    ///   - earlier: the parser that read the catalogue the last time.
    /// - Returns: whether it may.
    func mayBeStray(_ parsed: (catalog: Catalog, parser: String), insteadOf earlier: String) -> Bool {
        earlier != parsed.parser && candidates.map(\.name) != [parsed.parser]
            && readsAnyPage(parsed.parser)
    }

    /// Whether any page of a site is a catalogue to the parser of a name.
    func readsAnyPage(_ name: String) -> Bool {
        (candidates + others).first { $0.name == name }?.parser.readsAnyPage == true
    }

    private func parseAsListed(
        _ documents: [CatalogDocument], location: String, after first: String?
    ) throws(ParseError) -> (catalog: Catalog, parser: String) {
        let own = (candidates + others).first { $0.name == first }
        if candidates.count == 1, let only = own ?? candidates.first {
            return (try only.parser.parse(documents), only.name)
        }
        guard documents.contains(where: { !$0.data.isEmpty }) else {
            throw ParseError(
                location: location, reason: "the catalogue is empty",
                remedy: "Look at what the source delivers")
        }
        guard let (choice, isGuess) = surest(of: documents) else { throw unknown(documents, location) }
        if let own, choice.parser.readsAnyPage { return (try own.parser.parse(documents), own.name) }
        do {
            return (try choice.parser.parse(documents), choice.name)
        } catch {
            // The error of one of several that were equally unsure would mislead.
            throw isGuess && !error.isCancelled ? unknown(documents, location) : error
        }
    }

    /// The surest candidate, and whether it is only one of several that are equally unsure; `nil` if none knows the documents.
    private func surest(of documents: [CatalogDocument]) -> (choice: Candidate, isGuess: Bool)? {
        let ranked = candidates.map { (candidate: $0, recognition: $0.parser.recognition(of: documents)) }
        let best = ranked.map(\.recognition).max() ?? .no
        guard best > .no, let choice = ranked.first(where: { $0.recognition == best })?.candidate else {
            return nil
        }
        return (choice, best == .possible && ranked.count { $0.recognition == best } > 1)
    }

    private func unknown(_ documents: [CatalogDocument], _ location: String) -> ParseError {
        UnknownContent(documents.catalog, detect: mediaType)
            .error(at: location, kinds: candidates.map(\.name))
    }
}

extension Catalog {
    /// Notes in the doubts of a page where it ends, before further pages are added.
    fileprivate mutating func noteEnd() {
        guard hasGap(.doubtful) else { return }
        let last = collections.last { !$0.items.isEmpty }?.items.last?.givenID
        let end = StableHash(texts: [last ?? "", pages.last?.url ?? ""]).digits
        for index in problems.indices where problems[index].gap == .doubtful { problems[index].end = end }
    }
}
