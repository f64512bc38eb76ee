import CarrelBasics
import CarrelStages

/// Looking into documents as they are stored.
extension Desk {
    /// Does something that stores documents, and looks into them beside it where the profile wants that.
    ///
    /// What is not looked into when the body ends is done afterwards. A document that could not be indexed changes nothing
    /// for the body: a search comes back to it.
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
                // Looking at a large library takes a while: most of the time is for what it is done beside.
                try? await Task.sleep(for: took * 3)
            }
        }
        defer { following.cancel() }
        let value = try await body()
        following.cancel()
        await following.value
        // Who interrupts a sync does not wait for this: a search comes back to it.
        if !Task.isCancelled { _ = try? await updateIndex() }
        return value
    }
}
