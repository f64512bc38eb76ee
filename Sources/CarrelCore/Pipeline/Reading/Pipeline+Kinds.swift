import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// What comes in the place of a catalogue.
extension Pipeline {
    /// Refuses what may be any web page in the place of a catalogue that was of another kind the last time.
    ///
    /// A page that lists at least half of what the library has of the catalogue is the catalogue itself, which may have been a
    /// page before something else came in its place.
    ///
    /// - Parameters:
    ///   - parsed: what came, and the parser that read it.
    ///   - earlier: the parser that read the catalogue the last time; `nil` if that is not known.
    ///   - url: where it is.
    ///   - location: the catalogue.
    ///   - collection: the collection whose list it is; `nil` for the catalogue itself.
    func refusePage(
        _ parsed: (catalog: Catalog, parser: String), insteadOf earlier: String?, at url: String,
        of location: String, collection: String?
    ) async throws(PipelineError) {
        guard let earlier, parsers.mayBeStray(parsed, insteadOf: earlier),
            try await knownShare(in: parsed.catalog, of: location, collection) != .half
        else { return }
        let add = "carrel add \(ShellWord.operands(url))"
        let remedy =
            try await collection == nil
            ? setting("parse.use", to: parsed.parser, written: "\"\(parsed.parser)\"", at: location)
            : "take the collection off its list for one sync, or: \(add)"
        throw .parse(.strayPage(at: url, insteadOf: earlier, remedy: remedy))
    }

    /// Refuses a login page in the place of a page of links, once all pages that it leads to were read.
    ///
    /// A page that asked for a password the last time is the same one, if it lists anything that it listed before. Where pages
    /// could not be read, nobody knows how much it lists, and what was listed before stays listed. One that asked for a password
    /// and lists only something else is refused then, too: it would count as the same one the next time.
    ///
    /// - Parameters:
    ///   - parsed: what came, with all its pages, and the parser that read it.
    ///   - earlier: what was listed the last time.
    ///   - url: where it is.
    ///   - location: the catalogue.
    ///   - collection: the collection whose list it is; `nil` for the catalogue itself.
    func refuseLogin(
        _ parsed: (catalog: Catalog, parser: String), insteadOf earlier: EarlierListing?, at url: String,
        of location: String, collection: String?
    ) async throws(PipelineError) {
        let asked = earlier?.catalog.asksForPassword == true
        guard parsed.catalog.asksForPassword, !parsers.takesLogin,
            !parsed.catalog.hasGap(.passing) || (asked && parsed.catalog.itemCount > 0),
            let earlier, earlier.reading.parser == parsed.parser,
            let share = try await knownShare(in: parsed.catalog, of: location, collection),
            share < (asked ? .little : .half)
        else { return }
        let remedy = try await setting("parse.login", to: "true", written: "true", at: location)
        throw .parse(.loginPage(at: url, listing: share, remedy: remedy))
    }

    /// How to set something for the catalogue: only what the library keeps has settings of its own there.
    private func setting(
        _ name: String, to value: String, written: String, at location: String
    ) async throws(PipelineError) -> String {
        if let known = try await knownCatalog(at: location) {
            return "carrel set \(ShellWord.operands(known.name)) \(name)=\(value)"
        }
        return isNamedByPlace
            ? "--set \(name)=\(value)" : "set \(name) = \(written) for it in the profile"
    }

    private func knownCatalog(at location: String) async throws(PipelineError) -> KnownCatalog? {
        try await asPipelineError { () async throws(StoreError) in
            try await library.knownCatalogs().first { $0.location == location }
        }
    }

    /// The error of a catalogue that cannot be parsed.
    ///
    /// A web page that lists nothing, such as a message about an error, is refused as any in the place of a catalogue is. If it is
    /// of another kind than its own setting says, as a list that came back after a page was taken for it, the error tells how to
    /// take the setting back.
    ///
    /// - Parameters:
    ///   - error: why it cannot.
    ///   - documents: what came.
    ///   - location: where it is.
    /// - Throws: `PipelineError` if it is such a page, or the library cannot be read.
    func parseError(
        _ error: ParseError, of documents: [CatalogDocument], at location: String
    ) async throws(PipelineError) -> PipelineError {
        guard !error.isCancelled else { return PipelineError(error) }
        // What nobody named may be of any kind each time.
        if documents.catalog?.isAnonymous != true, let parser = parsers.parserName(for: documents) {
            let earlier = try await library.lastReading(of: location)?.parser
            let nothing = (catalog: Catalog(collections: []), parser: parser)
            try await refusePage(
                nothing, insteadOf: earlier, at: location, of: location, collection: nil)
        }
        guard let other = parsers.otherKind(of: documents), !other.parser.readsAnyPage,
            let known = try await knownCatalog(at: location),
            let use = known.settings.last(where: { $0.hasPrefix("parse.use=") }),
            use == "parse.use=\(parsers.candidates[0].name)"
        else { return PipelineError(error) }
        let unset = "carrel set \(ShellWord.operands(known.name)) parse.use="
        return .parse(
            ParseError(
                location: error.subject, reason: error.reason,
                remedy: "If this is the catalogue from now on, of the kind \(other.name): \(unset)"))
    }

    /// How much a catalogue lists of what was listed the last time, or of what is stored; `nil` if that is nothing.
    private func knownShare(
        in catalog: Catalog, of location: String, _ collection: String?
    ) async throws(PipelineError) -> KnownShare? {
        let listed = EarlierListing.addresses(of: catalog)
        let lists = try await known(of: location, collection).filter { !$0.isEmpty }
        return lists.map { list -> KnownShare in
            let count = list.count { !listed.isDisjoint(with: $0) }
            return count == 0 ? .nothing : list.count <= 2 * count ? .half : .little
        }.max()
    }

    /// What the library has of a catalogue, each by its identity and addresses: what was listed the last time, and what is
    /// stored.
    private func known(
        of location: String, _ collection: String?
    ) async throws(PipelineError) -> [[[String]]] {
        let (catalog, memory) = try await asPipelineError {
            () async throws(StoreError) -> (Catalog?, LibraryMemory) in
            (try await library.catalog(at: location), try await library.memory(of: location))
        }
        let lists = (catalog?.collections ?? []).filter { collection == nil || $0.id == collection }
        let stored: [[String]] = memory.items.compactMap { key, item in
            guard collection == nil || key.collection == collection else { return nil }
            return item.ofDocument { [key.item, $0.url, $0.listedURL].map(\.withoutTLS) }
        }
        return [lists.flatMap(\.items).map { EarlierListing.addresses(of: $0) }, stored]
    }
}

/// How much a catalogue lists of what the library has of it.
private enum KnownShare: Comparable {
    case nothing
    /// Less than half.
    case little
    /// At least half.
    case half
}

extension ParseError {
    /// The error of what may be any web page in the place of a catalogue of another kind.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - earlier: the parser that read the catalogue the last time.
    ///   - remedy: what to do if the page is the catalogue from now on.
    fileprivate static func strayPage(
        at location: String, insteadOf earlier: String, remedy: String
    ) -> ParseError {
        page(
            at: location, " or an error message; the catalogue was of the kind \(earlier) before",
            remedy: remedy)
    }

    /// The error of what may be a login page in the place of a page of links.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - share: how much it lists.
    ///   - remedy: what to do if the page is the catalogue from now on.
    fileprivate static func loginPage(
        at location: String, listing share: KnownShare, remedy: String
    ) -> ParseError {
        let listed = share == .nothing ? "nothing" : "less than half"
        return page(
            at: location,
            "; it asks for a password, or its address says login, and lists \(listed) of what was listed before",
            remedy: remedy)
    }

    private static func page(at location: String, _ reason: String, remedy: String) -> ParseError {
        ParseError(
            location: location, reason: "a web page came, perhaps a login page\(reason)",
            remedy: "Sign in, or try again later; if this page is the catalogue from now on: \(remedy)")
    }
}
