import CarrelBasics

/// The connections of each network (`ServerRequest.client`).
final class ClientPlaces: Sendable {
    private let most: Int?
    private let taken = Locked<[String: Int]>([:])

    /// Has no connections yet.
    ///
    /// - Parameter most: how many a network may have at once; `nil` for any number.
    init(most: Int?) { self.most = most }

    /// Whether a network may have another connection; one that is not known may.
    func hasRoom(for client: String?) -> Bool {
        guard let most, let client else { return true }
        return taken.value[client, default: 0] < most
    }

    /// Counts a connection that begins.
    func take(_ client: String?) {
        guard let client else { return }
        taken.withLock { $0[client, default: 0] += 1 }
    }

    /// Counts a connection no longer.
    func free(_ client: String?) {
        guard let client else { return }
        taken.withLock { taken in
            let left = taken[client, default: 0] - 1
            taken[client] = left > 0 ? left : nil
        }
    }
}
