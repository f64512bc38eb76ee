import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What a site's `robots.txt` says of a catalogue's further pages; it is read before the first of them.
struct SiteRobots {
    fileprivate enum State {
        case unread
        case known(RobotsRules)
        case unknown(address: String)
    }

    fileprivate var state = State.unread
    fileprivate var forbidden: (count: Int, first: String)?

    /// What to report when all pages were read.
    var problems: [CatalogProblem] {
        guard let forbidden else { return [] }
        let others = forbidden.count > 1 ? " and \(forbidden.count - 1) more" : ""
        var reason = "not read: the site's robots.txt keeps programs out"
        var gap: CatalogProblem.Gap?
        // A server that fails to answer forbids everything for now (RFC 9309 section 2.3.1.4).
        if case .unknown(let address) = state {
            reason = "not read: the server did not answer for \(address)"
            gap = .passing
        }
        return [
            CatalogProblem(
                place: forbidden.first + others,
                reason: reason + " (parse.robots = false reads it all the same)", gap: gap)
        ]
    }
}

extension Pipeline {
    /// Whether a page may be read, by the rules of its site.
    ///
    /// - Throws: `PipelineError.cancelled`.
    func mayRead(
        _ page: CatalogPage, _ robots: inout SiteRobots, of start: URL, in parent: FurtherCatalog.Parent
    ) async throws(PipelineError) -> Bool {
        if case .unread = robots.state { robots.state = try await rules(of: start, in: parent) }
        if case .known(let rules) = robots.state, rules.allow(page.url) { return true }
        // Nothing would be taken of it.
        guard !page.isDeeper else { return false }
        robots.forbidden = ((robots.forbidden?.count ?? 0) + 1, robots.forbidden?.first ?? page.url)
        return false
    }

    private func rules(
        of start: URL, in parent: FurtherCatalog.Parent
    ) async throws(PipelineError) -> SiteRobots.State {
        guard let address = RobotsRules.address(for: start) else { return .known(.none) }
        do throws(SourceError) {
            let source = try furtherSource(FurtherCatalog(url: address), parent)
            guard case .documents(let documents) = try await source.readWhole(after: nil),
                let document = documents.catalog
            else { return .known(.none) }
            return .known(RobotsRules(document.data))
        } catch {
            switch error.code {
            case .cancelled: throw .cancelled
            case .notFound, .httpStatus(400..<500): return .known(.none)
            default: return .unknown(address: address)
            }
        }
    }
}
