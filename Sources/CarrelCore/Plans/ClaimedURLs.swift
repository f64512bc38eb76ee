import CarrelBasics

/// URLs that are about to be fetched for several catalogues: each for the first one that lists it.
///
/// Some are fetched without being claimed, such as what failed the last time, so that others may fetch them, too.
final class ClaimedURLs: Sendable {
    private struct Claims {
        var owners: [String: String] = [:]
        /// The first catalogue that each is fetched for, and those that are fetched for another one besides.
        var takers: [String: String] = [:]
        var shared: Set<String> = []

        mutating func take(_ url: String, for catalog: String) {
            guard let first = takers[url] else {
                takers[url] = catalog
                return
            }
            if first != catalog { shared.insert(url) }
        }
    }

    private let claims = Locked(Claims())

    /// Claims a URL for a catalogue, which fetches it; says whether it has the URL now, because no other had.
    func claim(_ url: String, for catalog: String) -> Bool {
        claims.withLock { claims in
            if let owner = claims.owners[url] { return owner == catalog }
            claims.owners[url] = catalog
            claims.take(url, for: catalog)
            return true
        }
    }

    /// Has a catalogue fetch a URL without claiming it; says whether it may, because no other has claimed it.
    func share(_ url: String, with catalog: String) -> Bool {
        claims.withLock { claims in
            if let owner = claims.owners[url], owner != catalog { return false }
            claims.take(url, for: catalog)
            return true
        }
    }

    /// Has a catalogue fetch a URL, whoever has claimed it.
    func take(_ url: String, for catalog: String) { claims.withLock { $0.take(url, for: catalog) } }

    /// Whether several catalogues fetch a URL.
    func isShared(_ url: String) -> Bool { claims.withLock { $0.shared.contains(url) } }

    /// Forgets all URLs.
    func clear() { claims.withLock { $0 = Claims() } }
}
