/// Which conditions a service heeds.
public struct S3Abilities: Sendable, Hashable {
    /// Whether `If-None-Match: *` keeps a taken key when an object is sent.
    public var heedsWrites: Bool
    /// Whether it does so when an object is copied.
    public var heedsCopies: Bool

    public init(heedsWrites: Bool, heedsCopies: Bool) {
        (self.heedsWrites, self.heedsCopies) = (heedsWrites, heedsCopies)
    }
}

extension S3Client {
    /// Finds out which conditions the service heeds: some take no notice of what they do not know.
    ///
    /// - Parameter key: an object of Carrel's own that is made for that, and removed.
    /// - Returns: what it heeds.
    /// - Throws: `S3Error`.
    public func abilities(tryingWith key: String) async throws(S3Error) -> S3Abilities {
        try await write(key, bytes: [0])
        let heedsWrites = try await refuses { () async throws(S3Error) in
            try await write(key, bytes: [1], isNew: true)
        }
        var heedsCopies = false
        if let object = try await object(key) {
            heedsCopies = try await refuses { () async throws(S3Error) in
                try await copy(object, to: key, notes: ["carrel": "tried"], isNew: true)
            }
        }
        try await remove(key)
        return S3Abilities(heedsWrites: heedsWrites, heedsCopies: heedsCopies)
    }

    private func refuses(_ body: () async throws(S3Error) -> Void) async throws(S3Error) -> Bool {
        do throws(S3Error) {
            try await body()
            return false
        } catch {
            if error.isRefusedCondition { return true }
            // A service that does not know the field at all may refuse the request.
            guard error.status == 400 || error.status == 501 else { throw error }
            return false
        }
    }
}
