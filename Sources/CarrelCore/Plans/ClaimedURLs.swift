import CarrelBasics

/// The URLs that catalogues are about to fetch at the same time.
final class ClaimedURLs: Sendable {
    private struct Claim {
        /// The first catalogue that fetches it.
        let first: String
        /// The catalogue that others leave it to; `nil` while those that fetch it may well fail.
        var owner: String?
    }

    private struct State {
        var claims: [String: Claim] = [:]
        /// Those that several fetch.
        var shared: Set<String> = []
    }

    private let state = Locked(State())

    /// Has a catalogue fetch a URL.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - catalog: the catalogue.
    ///   - claims: whether others leave the URL to this one from now on, unless another has claimed it.
    ///   - leaves: whether this one leaves it to another that has claimed it.
    /// - Returns: whether it fetches it.
    @discardableResult
    func take(_ url: String, for catalog: String, claiming claims: Bool = false, leaving leaves: Bool = false)
        -> Bool
    {
        state.withLock { state in
            var claim = state.claims[url] ?? Claim(first: catalog)
            if leaves, let owner = claim.owner, owner != catalog { return false }
            if claims, claim.owner == nil { claim.owner = catalog }
            if claim.first != catalog { state.shared.insert(url) }
            state.claims[url] = claim
            return true
        }
    }

    /// Whether several catalogues fetch a URL.
    func isShared(_ url: String) -> Bool { state.withLock { $0.shared.contains(url) } }

    /// Forgets all URLs.
    func clear() { state.withLock { $0 = State() } }
}
