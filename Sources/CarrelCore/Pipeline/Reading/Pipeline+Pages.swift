import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Catalogues of several pages, where pages name further ones.
extension Pipeline {
    /// Adds the further pages of a catalogue, as many as `parse.max-pages` allows, each once.
    ///
    /// A page that is not read is reported as a problem of the catalogue, which then has a gap. Only pages of the
    /// catalogue's own origin are read, and of the one that it was read from after redirects, so that neither a list nor a
    /// redirect of one of its pages leads elsewhere; the same host at https counts as the same. Credentials stay with the
    /// catalogue's own origin.
    ///
    /// - Parameters:
    ///   - catalog: the first page.
    ///   - location: where it is.
    ///   - first: its document.
    ///   - parser: the parser that read it.
    ///   - parent: what is known of the catalogue that it belongs to.
    ///   - earlier: what was listed before; `nil` for a new catalogue.
    /// - Throws: `PipelineError.cancelled`, or `PipelineError.parse` if the pages list too many items.
    func addPages(
        to catalog: inout Catalog, of location: String, from first: CatalogDocument, by parser: String,
        in parent: FurtherCatalog.Parent, earlier: EarlierListing?
    ) async throws(PipelineError) {
        let start = catalog
        var reading = PageReading(catalog, of: first, at: location, limit: parsers.maxPages)
        var robots = SiteRobots()
        // Where the first page asks for a password, all pages of the site may.
        var logins =
            catalog.asksForPassword || parsers.takesLogin ? nil : LoginDoubts(catalog, after: earlier)
        var silent: [String] = []
        let end = context.now().addingTimeInterval(parsers.maxTime.seconds)
        while let (page, place, above) = reading.next() {
            guard context.now() < end else {
                // Without it, the folders that wait for it are taken.
                if page.isDeeper { continue }
                reading.stop()
                break
            }
            if page.heedsRobots, try await !mayRead(page, &robots, of: first.url, in: parent) {
                continue
            }
            if reading.isAlone(page), let listed = earlier?.unchanged(page, for: parsers.fingerprint) {
                reading.joined.append(listed, continues: false, isRecorded: true)
                continue
            }
            let asked = context.now()
            let result = try await self.page(
                page, place, of: reading, by: parser, in: parent, earlier: earlier, until: end)
            switch result {
            case .success(var next):
                logins?.add(next, at: page.url)
                if next.saysNothing { silent.append(page.url) }
                next.note(page, readAt: asked)
                reading.take(next, of: page, at: place, below: above)
                guard reading.joined.itemCount <= parsers.maxItems else {
                    throw .parse(.tooMany(items: parsers.maxItems, at: location))
                }
            case .failure(let missing): reading.miss(page, missing)
            }
        }
        catalog = reading.joined.end()
        catalog.problems += robots.problems
        logins?.settle(&catalog)
        catalog.problems += reading.movedPages(since: earlier, catalog)
        catalog.problems += reading.samePages(since: earlier, catalog)
        if !silent.isEmpty, !catalog.leavesOutItems, earlier?.hasMore(than: catalog) == true {
            catalog.problems += silent.map { .unsaid(at: $0) }
        }
        guard start.pages.contains(where: \.isNext), !catalog.leavesOutItems,
            !catalog.hasGap(.passing), !catalog.hasGap(.lasting),
            let missing = earlier?.missing(from: catalog), !missing.isEmpty,
            try await hasChanged(start, at: location, from: first, by: parser, in: parent)
        else { return }
        catalog.problems.append(.shifted(missing, from: location))
    }

    /// Whether the first page lists other items, now that the others were read.
    ///
    /// That it cannot be read once more tells nothing.
    private func hasChanged(
        _ start: Catalog, at location: String, from first: CatalogDocument, by parser: String,
        in parent: FurtherCatalog.Parent
    ) async throws(PipelineError) -> Bool {
        do {
            let again: (any Source)? =
                try first.isBehindCollection
                ? furtherSource(FurtherCatalog(url: location), parent) : source
            guard case .documents(var documents)? = try await again?.readWhole(after: [first].validators)
            else { return false }
            for index in documents.indices {
                documents[index].isBehindCollection = first.isBehindCollection
            }
            let now = try parsers.parse(documents, location: location, after: parser).catalog
            return EarlierListing.addresses(of: now) != EarlierListing.addresses(of: start)
        } catch {
            if Task.isCancelled { throw .cancelled }
            return false
        }
    }

    private func page(
        _ page: CatalogPage, _ place: CatalogPage.Place, of pages: PageReading, by parser: String,
        in parent: FurtherCatalog.Parent, earlier: EarlierListing?, until end: Date
    ) async throws(PipelineError) -> Result<Catalog, MissingPage> {
        let reading: SourceReading
        do throws(SourceError) {
            reading = try await read(page, in: parent, until: end)
        } catch {
            if error.code == .cancelled { throw .cancelled }
            return .failure(MissingPage(error))
        }
        guard case .documents(var documents) = reading else {
            return .failure(MissingPage("the server sent nothing"))
        }
        let answering = documents.catalog?.url
        let listed = pages.isAlone(page) ? earlier?.naming(page) : nil
        let naming = listed ?? page.naming(at: answering, after: place)
        for index in documents.indices {
            (documents[index].page, documents[index].namedBy) = (place, naming)
            documents[index].isBehindCollection = pages.isBehindCollection
        }
        let elsewhere = answering.flatMap { pages.isOwn($0) ? nil : MissingPage(leadingTo: $0) }
        var next: Catalog
        do {
            next = try parsers.parse(documents, location: page.url, after: parser).catalog
        } catch {
            if error.isCancelled { throw .cancelled }
            // Where any page counts, a link that does not look like a document may lead to one.
            let isFailure = !parsers.readsAnyPage(parser)
            return .failure(elsewhere ?? MissingPage(error.reason, isFailure: isFailure))
        }
        if let answering, elsewhere != nil, !next.isRefused {
            return .failure(MissingPage(page, movedTo: answering, after: earlier))
        }
        next.nameProblems(of: page.url, readAs: documents.catalog?.location)
        return .success(next)
    }

    /// Reads a page; again where its server is busy and says when to come back, as repositories do between the parts of a list.
    private func read(
        _ page: CatalogPage, in parent: FurtherCatalog.Parent, until end: Date
    ) async throws(SourceError) -> SourceReading {
        let policy = RetryPolicy(retries: downloads.queueLimits.retries)
        var retries = 0
        while true {
            do throws(SourceError) {
                return try await furtherSource(FurtherCatalog(url: page.url), parent).readWhole(after: nil)
            } catch {
                guard let asked = error.patience, let wait = policy.delay(before: retries, atLeast: asked),
                    context.now().addingTimeInterval(wait.seconds) < end
                else { throw error }
                retries += 1
                guard (try? await context.clock.sleep(for: wait)) != nil else {
                    throw SourceError(.cancelled, subject: page.url, reason: "reading was cancelled")
                }
            }
        }
    }
}

extension SourceError {
    /// How long a server asks to wait that is busy now; `nil` for any other error.
    fileprivate var patience: Duration? {
        [Code.httpStatus(429), .httpStatus(503)].contains(code) ? retryAfter : nil
    }
}

extension CatalogPage {
    /// The address that names the first page, if this one goes on with the list at the same path; `nil` for any other.
    ///
    /// Such pages differ by their queries, which are in no name, and are one list wherever redirects lead.
    fileprivate func naming(at answering: URL?, after place: Place) -> URL? {
        let paths = [place.start, place.namedBy].compactMap { $0?.path }
        let own = [URL(string: url), answering].compactMap { $0?.path }
        guard isNext, own.contains(where: { paths.contains($0) }) else { return nil }
        return place.namedBy ?? place.start
    }
}

extension CatalogProblem {
    /// That a page has no list although one was to go on there, and items are missing that were listed before.
    fileprivate static func unsaid(at url: String) -> CatalogProblem {
        let reason = "it has no list, perhaps because of an error; if the list ends before it, sync again"
        return CatalogProblem(place: url, reason: reason, gap: .doubtful)
    }

    /// That items which were listed before may have moved from one page to another while these were read.
    ///
    /// - Parameters:
    ///   - missing: the identities of those that no page listed.
    ///   - location: where the first page is.
    fileprivate static func shifted(_ missing: [String], from location: String) -> CatalogProblem {
        let reason =
            "it lists other items than before its further pages were read, so that some may have moved to another page meanwhile"
        var problem = CatalogProblem(place: location, reason: reason, gap: .doubtful)
        problem.end = StableHash(texts: missing.sorted()).digits
        return problem
    }
}

extension Catalog {
    /// Whether its parser took nothing of it and said why, as of a page outside the folder of the first one.
    fileprivate var isRefused: Bool { collections.isEmpty && pages.isEmpty && hasGap(.lasting) }

    /// Says in the problems what they are of: a further page, or the list behind a collection.
    ///
    /// - Parameters:
    ///   - url: its address, as whoever leads to it names it.
    ///   - location: what its parser calls it.
    mutating func nameProblems(of url: String, readAs location: String?) {
        for index in problems.indices {
            let place = problems[index].place
            problems[index].place = place == location ? url : "\(url): \(place)"
        }
    }

    /// Notes in the collection of a page that this is the page's, with the date that it is listed with, if a later change has
    /// another date and nothing is missing.
    ///
    /// - Parameters:
    ///   - page: the page, whose catalogue this is.
    ///   - date: when it was asked for.
    fileprivate mutating func note(_ page: CatalogPage, readAt date: Date) {
        guard let changed = page.listedDate(overAt: date), pages.isEmpty,
            problems.allSatisfy({ $0.gap == nil }),
            sections.count == 1, sections[0].collections.map(\.id) == page.collection.map({ [$0] })
        else { return }
        sections[0].collections[0].details.append(Detail("Last modified", changed, key: .lastModified))
    }
}
