import CarrelBasics

/// URLs that are about to be fetched for one of several catalogues: the first one that lists each.
final class ClaimedURLs: Sendable {
    private let owners = Locked<[String: String]>([:])

    /// Claims a URL for a catalogue; says whether it has the URL now, because no other had.
    func claim(_ url: String, for catalog: String) -> Bool {
        owners.withLock { owners in
            if let owner = owners[url] { return owner == catalog }
            owners[url] = catalog
            return true
        }
    }

    /// Whether no other catalogue has a URL.
    func isFree(_ url: String, for catalog: String) -> Bool {
        owners.withLock { $0[url].map { $0 == catalog } ?? true }
    }

    /// Forgets all URLs.
    func clear() { owners.withLock { $0 = [:] } }
}
