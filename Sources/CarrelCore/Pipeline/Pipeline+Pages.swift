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
    ///   - isPublic: whether it came from a public address.
    /// - Returns: whether all pages that had to be read could be read.
    /// - Throws: `PipelineError.cancelled`.
    func addPages(
        to catalog: inout Catalog, of location: String, isPublic: Bool
    ) async throws(PipelineError) -> Bool {
        let origin = URL(string: location).flatMap { Origin($0) }
        let parent = FurtherCatalog.Parent(origin: runParts.catalogOrigin(of: location), isPublic: isPublic)
        var read: Set<String> = [location]
        while let page = catalog.next {
            catalog.next = nil
            guard let origin, URL(string: page.url).flatMap({ Origin($0) }) == origin,
                read.insert(page.url).inserted
            else { break }
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
    /// Adds the items of the next page to the collections, without repetitions: items may shift to the next page while
    /// pages are read.
    fileprivate mutating func append(_ page: Catalog) {
        var others = page.collections[...]
        for section in sections.indices {
            for index in sections[section].collections.indices {
                guard let other = others.popFirst() else { break }
                let known = Set(sections[section].collections[index].items.lazy.map(\.id))
                sections[section].collections[index].items += other.items.filter { !known.contains($0.id) }
                sections[section].collections[index].markDuplicates()
            }
        }
        problems += page.problems
        next = page.next
    }
}
