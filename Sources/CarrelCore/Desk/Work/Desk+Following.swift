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
    func indexing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard parts.index?.settings.followsStoring == true, parts.previews != nil else {
            return try await body()
        }
        index.storing += 1
        if index.following == nil { index.following = follow(events()) }
        let result = await Result(of: body)
        index.storing -= 1
        // Whoever else stores documents goes on, and is followed.
        if index.storing == 0, let following = index.following.take() {
            following.cancel()
            await following.value
        }
        // After an interrupted sync nobody waits for this: the next search does it.
        if !Task.isCancelled, case .success = result { _ = try? await updateIndex() }
        return try result.get()
    }

    /// Updates the index while documents are stored.
    private func follow(_ listener: EventListener) -> Task<Void, Never> {
        Task {
            for await event in listener {
                guard case .stored = event else { continue }
                let clock = ContinuousClock()
                let took = await clock.measure { _ = try? await self.updateIndex() }
                // Updating the index of a large library takes a while, so three quarters of the time are left to what
                // stores documents.
                try? await Task.sleep(for: took * 3)
            }
        }
    }
}
