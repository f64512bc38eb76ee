import CarrelBasics
import CarrelStages

/// Keeps a library in its folder, where somebody else comes first when it is to be opened for writing.
struct LateKeeper: LibraryKeeper {
    /// What somebody else does, once; `nil` for nothing.
    typealias Earlier = @Sendable () async -> Void

    let keeper: any LibraryKeeper
    let earlier: Locked<Earlier?>

    /// A registry with such a keeper in the place of the one that keeps libraries in their folders.
    ///
    /// - Parameters:
    ///   - registry: what else there is.
    ///   - earlier: what somebody else does.
    /// - Returns: the registry.
    static func registry(like registry: PluginRegistry, _ earlier: Locked<Earlier?>) -> PluginRegistry {
        var late = registry
        late.libraries = PluginRegistry().libraries
        guard let plain = registry.libraries["sqlite"] else { return late }
        late.libraries.register(
            Plugin<any LibraryKeeper>(plain.name, summary: plain.summary) {
                (settings, context) throws(PluginError) in
                LateKeeper(keeper: try plain.make(settings, context), earlier: earlier)
            }, isDefault: true)
        return late
    }

    func open(_ access: LibraryAccess, begins: Bool) async throws(StoreError) -> any Library {
        if access != .shared {
            let first = earlier.withLock { earlier -> Earlier? in
                defer { earlier = nil }
                return earlier
            }
            await first?()
        }
        return try await keeper.open(access, begins: begins)
    }

    func openIndex(
        _ stemming: IndexStemming, replacing: Bool
    ) async throws(StoreError) -> any DocumentIndex {
        try await keeper.openIndex(stemming, replacing: replacing)
    }
}
