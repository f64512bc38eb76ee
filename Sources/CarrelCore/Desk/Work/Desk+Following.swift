import CarrelBasics
import CarrelStages

/// Indexes documents as they are stored.
extension Desk {
    /// Does something that stores documents, and indexes them meanwhile if the profile wants that.
    ///
    /// Documents that are left when the body ends are indexed afterwards. Failures to index do not concern the body:
    /// the next search tries again.
    ///
    /// - Parameter body: what stores documents.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    func indexing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard parts.index?.settings.followsStoring == true, parts.previews != nil else {
            return try await body()
        }
        let listener = events()
        let following = Task {
            for await event in listener {
                guard case .stored = event else { continue }
                let clock = ContinuousClock()
                let took = await clock.measure { _ = try? await self.updateIndex() }
                // Updating the index of a large library takes a while, so three quarters of the time are left to the
                // body.
                try? await Task.sleep(for: took * 3)
            }
        }
        defer { following.cancel() }
        let value = try await body()
        following.cancel()
        await following.value
        // After an interrupted sync nobody waits for this: the next search does it.
        if !Task.isCancelled { _ = try? await updateIndex() }
        return value
    }
}
