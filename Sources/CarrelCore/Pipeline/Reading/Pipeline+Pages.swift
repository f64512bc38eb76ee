import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Catalogues of several pages, where pages name further ones.
extension Pipeline {
    // Where these many pages in a row cannot be read, the others will hardly be.
    private static let maxFailures = 3

    /// Adds the further pages of a catalogue, as many as `parse.max-pages` allows, each once.
    ///
    /// A page that cannot be read is reported as a problem of the catalogue; what the earlier reading listed stays listed
    /// then. Only pages of the catalogue's own origin are read, so that a list cannot send Carrel elsewhere.
    ///
    /// - Parameters:
    ///   - catalog: the first page.
    ///   - location: where it is.
    ///   - url: where it was read from, after redirects.
    ///   - parent: what is known of the catalogue that it belongs to.
    ///   - earlier: what was listed before; `nil` for a new catalogue.
    /// - Returns: whether all pages that had to be read could be read.
    /// - Throws: `PipelineError.cancelled`.
    func addPages(
        to catalog: inout Catalog, of location: String, at url: URL, in parent: FurtherCatalog.Parent,
        earlier: EarlierListing?
    ) async throws(PipelineError) -> Bool {
        var reading = PageReading(first: location, at: url, limit: parsers.maxPages)
        let first = FolderContents(catalog)
        reading.add(catalog.pages, of: url.absoluteString, below: [first], to: &catalog)
        var failures = 0
        var robots = SiteRobots()
        let end = context.now().addingTimeInterval(parsers.maxTime.seconds)
        while let (page, place, above) = reading.next(&catalog) {
            guard context.now() < end else {
                reading.isWhole = false
                let reason = "not read: the pages before it took longer than parse.max-time"
                catalog.problems.append(CatalogProblem(place: page.url, reason: reason))
                reading.giveUp(&catalog)
                break
            }
            if page.heedsRobots, try await !mayRead(page, &robots, of: url, in: parent) {
                if robots.areUnknown { reading.isWhole = false }
                continue
            }
            if let listed = earlier?.unchanged(page) {
                catalog.append(listed, continues: false)
                continue
            }
            switch try await self.page(page, place, in: parent) {
            case .success(let next):
                failures = 0
                let contents = FolderContents(next)
                if page.isFolder, !next.pages.isEmpty, above.contains(contents) {
                    let reason =
                        "the folder has the same entries as one above it, so it leads back to itself; it is not followed"
                    catalog.problems.append(CatalogProblem(place: page.url, reason: reason))
                    continue
                }
                catalog.append(next, continues: page.continuesCollection)
                reading.add(
                    next.pages, of: page.url, at: place.depth, below: above + [contents], to: &catalog)
            case .failure(let reason):
                failures += 1
                reading.isWhole = false
                catalog.problems.append(CatalogProblem(place: page.url, reason: reason.text))
                if failures == Self.maxFailures { reading.giveUp(&catalog) }
            }
        }
        catalog.problems += robots.problems
        if !reading.isWhole, let earlier { catalog.append(earlier.catalog, continues: false) }
        return reading.isWhole
    }

    /// Why a page is missing.
    private struct Missing: Error {
        var text: String
    }

    private func page(
        _ page: CatalogPage, _ place: CatalogPage.Place, in parent: FurtherCatalog.Parent
    ) async throws(PipelineError) -> Result<Catalog, Missing> {
        let reading: SourceReading
        do throws(SourceError) {
            reading = try await furtherSource(FurtherCatalog(url: page.url), parent).readWhole(after: nil)
        } catch {
            if error.code == .cancelled { throw .cancelled }
            return .failure(Missing(text: error.reason))
        }
        guard case .documents(var documents) = reading else {
            return .failure(Missing(text: "the server sent nothing"))
        }
        for index in documents.indices { documents[index].page = place }
        do {
            return .success(try parsers.parse(documents, location: page.url).catalog)
        } catch {
            if error.isCancelled { throw .cancelled }
            return .failure(Missing(text: error.reason))
        }
    }
}

/// What the last reading of a catalogue listed.
struct EarlierListing {
    var catalog: Catalog
    var reading: CatalogReading

    /// What it has of a page, if the page was not changed since; `nil` if that is not known.
    ///
    /// A reading without validators may have been one in which a page was missing.
    func unchanged(_ page: CatalogPage) -> Catalog? {
        guard let changed = page.lastModified, changed < reading.date, !reading.validators.isEmpty,
            let id = page.collection, let collection = catalog.collections.first(where: { $0.id == id })
        else { return nil }
        return Catalog(collections: [collection])
    }
}

/// The pages of one catalogue that are still to be read, in the order in which they were named.
private struct PageReading {
    let limit: Int
    let start: URL
    let origin: Origin?
    var isWhole = true
    private var seen: Set<String>
    private var waiting: [(page: CatalogPage, depth: Int, above: [FolderContents])] = []
    private var taken = 1

    init(first location: String, at url: URL, limit: Int) {
        (self.limit, start) = (limit, url)
        origin = URL(string: location).flatMap { Origin($0) }
        seen = [location, url.absoluteString]
    }

    /// Adds the pages that a page names, but for those that were named before.
    mutating func add(
        _ pages: [CatalogPage], of url: String, at depth: Int = 0, below above: [FolderContents],
        to catalog: inout Catalog
    ) {
        catalog.pages = []
        for page in pages {
            guard seen.insert(page.url).inserted else {
                // On their last page some lists name that page as the next one, and mean none.
                if page.continuesCollection || pages.count == 1, page.url != url {
                    let reason =
                        "a page names this one as the next, which was read already; the list ends there"
                    catalog.problems.append(CatalogProblem(place: page.url, reason: reason))
                }
                continue
            }
            guard let origin, URL(string: page.url).flatMap({ Origin($0) }) == origin else {
                let reason = "not read: it is a page on another server than the catalogue's"
                catalog.problems.append(CatalogProblem(place: page.url, reason: reason))
                continue
            }
            waiting.append((page, depth + 1, page.isFolder ? above : []))
        }
    }

    /// The next page; `nil` at the end, or where there are too many.
    mutating func next(_ catalog: inout Catalog) -> (CatalogPage, CatalogPage.Place, [FolderContents])? {
        guard taken - 1 < waiting.count else { return nil }
        let (page, depth, above) = waiting[taken - 1]
        guard taken < limit else {
            let reason = "not read: the catalogue has more than \(limit) pages (parse.max-pages)"
            catalog.problems.append(CatalogProblem(place: page.url, reason: reason))
            return nil
        }
        taken += 1
        return (page, CatalogPage.Place(start: start, depth: depth), above)
    }

    /// Leaves the pages unread that are still waiting.
    mutating func giveUp(_ catalog: inout Catalog) {
        let rest = waiting.count - (taken - 1)
        guard rest > 0 else { return }
        let reason =
            "not read, and neither \(rest == 1 ? "is" : "are the") \(rest) behind it: the pages before it failed"
        catalog.problems.append(CatalogProblem(place: waiting[taken - 1].page.url, reason: reason))
        waiting.removeLast(rest)
    }
}

extension Catalog {
    /// Adds the items of a page to the collections of the same names, without repetitions.
    ///
    /// Items may shift to the next page while pages are read. A collection that only the page has is added.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - continues: whether its only collection goes on with the only one there is, whatever it is called.
    fileprivate mutating func append(_ page: Catalog, continues: Bool) {
        let isSingle = continues && collections.count == 1 && page.collections.count == 1
        for section in page.sections {
            for other in section.collections {
                if let (section, index) = isSingle ? firstPlace : place(of: other.id) {
                    sections[section].collections[index].append(other.items)
                } else if let index = sections.firstIndex(where: { $0.title == section.title }) {
                    sections[index].collections.append(other)
                } else {
                    sections.append(CatalogSection(title: section.title, collections: [other]))
                }
            }
        }
        problems += page.problems
    }

    private var firstPlace: (section: Int, index: Int)? {
        sections.firstIndex { !$0.collections.isEmpty }.map { ($0, 0) }
    }

    private func place(of id: String) -> (section: Int, index: Int)? {
        for section in sections.indices {
            if let index = sections[section].collections.firstIndex(where: { $0.id == id }) {
                return (section, index)
            }
        }
        return nil
    }
}

extension ItemCollection {
    /// Adds the items that are not in it yet.
    fileprivate mutating func append(_ others: [Item]) {
        let known = Set(items.lazy.map(\.id))
        items += others.filter { !known.contains($0.id) }
        markDuplicates()
    }
}
