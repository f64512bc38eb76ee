import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Catalogues of several pages, where each page names the next one.
extension Pipeline {
    /// Adds the further pages of a catalogue, as many as `parse.max-pages` allows.
    ///
    /// A page that cannot be read is reported as a problem of the catalogue, and ends the reading. Only pages of the
    /// catalogue's own origin are read, so that a list cannot send Carrel elsewhere.
    ///
    /// - Parameters:
    ///   - catalog: the first page.
    ///   - location: where it is.
    ///   - parent: what is known of the catalogue that it belongs to.
    /// - Returns: whether all pages that had to be read could be read.
    /// - Throws: `PipelineError.cancelled`.
    func addPages(
        to catalog: inout Catalog, of location: String, in parent: FurtherCatalog.Parent
    ) async throws(PipelineError) -> Bool {
        let origin = URL(string: location).flatMap { Origin($0) }
        var previous = location
        var read: Set<String> = [location]
        while let page = catalog.next {
            catalog.next = nil
            guard let origin, URL(string: page.url).flatMap({ Origin($0) }) == origin else { break }
            guard read.insert(page.url).inserted else {
                // On their last page some lists name that page as the next one, and mean none.
                if page.url != previous {
                    catalog.problems.append(
                        CatalogProblem(
                            place: page.url,
                            reason:
                                "a page names this one as the next, which was read already; the list ends there"
                        ))
                }
                break
            }
            previous = page.url
            guard read.count <= parsers.maxPages else {
                catalog.problems.append(
                    CatalogProblem(
                        place: page.url,
                        reason:
                            "not read: the catalogue has more than \(parsers.maxPages) pages (parse.max-pages)"
                    ))
                break
            }
            switch try await self.page(page, in: parent) {
            case .success(let next): catalog.append(next)
            case .failure(let reason):
                catalog.problems.append(CatalogProblem(place: page.url, reason: reason.text))
                return false
            }
        }
        return true
    }

    /// Why a page is missing.
    private struct Missing: Error {
        var text: String
    }

    private func page(
        _ page: FurtherCatalog, in parent: FurtherCatalog.Parent
    ) async throws(PipelineError) -> Result<Catalog, Missing> {
        let reading: SourceReading
        do throws(SourceError) {
            reading = try await furtherSource(page, parent).read(after: nil)
        } catch {
            if error.code == .cancelled { throw .cancelled }
            return .failure(Missing(text: error.reason))
        }
        guard case .documents(let documents) = reading else {
            return .failure(Missing(text: "the server sent nothing"))
        }
        do {
            return .success(try parsers.parse(documents, location: page.url).catalog)
        } catch {
            if error.isCancelled { throw .cancelled }
            return .failure(Missing(text: error.reason))
        }
    }
}

extension Catalog {
    /// Adds the items of the next page to the collections of the same names, without repetitions.
    ///
    /// Items may shift to the next page while pages are read. A collection that only the page has is added. Of a page with one collection, after pages with one, the name does not matter: it may be that of the page.
    fileprivate mutating func append(_ page: Catalog) {
        let isSingle = collections.count == 1 && page.collections.count == 1
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
        next = page.next
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
