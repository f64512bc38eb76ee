import CarrelBasics

/// URLs that are about to be fetched for several catalogues: each for the first one that lists it.
///
/// Where the last try for a catalogue failed, it is fetched without being claimed, so that others may fetch it, too.
final class ClaimedURLs: Sendable {
    private struct Claims {
        var owners: [String: String] = [:]
        var unclaimed: Set<String> = []
    }

    private let claims = Locked(Claims())

    /// Claims a URL for a catalogue; says whether it has the URL now, because no other had.
    func claim(_ url: String, for catalog: String) -> Bool {
        claims.withLock { claims in
            if let owner = claims.owners[url] { return owner == catalog }
            claims.owners[url] = catalog
            return true
        }
    }

    /// Has a catalogue fetch a URL without claiming it; says whether it may, because no other has claimed it.
    func share(_ url: String, with catalog: String) -> Bool {
        claims.withLock { claims in
            if let owner = claims.owners[url], owner != catalog { return false }
            claims.unclaimed.insert(url)
            return true
        }
    }

    /// Whether several catalogues may be fetching a URL.
    func isShared(_ url: String) -> Bool { claims.withLock { $0.unclaimed.contains(url) } }

    /// Forgets all URLs.
    func clear() { claims.withLock { $0 = Claims() } }
}
