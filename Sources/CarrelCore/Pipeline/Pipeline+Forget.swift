/// What forgetting a catalogue came to.
public enum ForgetOutcome: Sendable, Hashable {
    /// It is forgotten; so many of its documents stay as files that the library knows no more.
    case forgotten(files: Int)
    /// Nothing happened, for so many documents are stored.
    case holdsDocuments(Int)
    /// Nothing happened, for so many documents are in the quarantine, where nothing else would find them.
    case holdsQuarantine(Int)
}

extension Pipeline {
    /// Removes what is remembered of a catalogue.
    ///
    /// That is its listing, choices, tries and views, and the selection where it is in it. No file is removed.
    ///
    /// - Parameters:
    ///   - location: the catalogue's location.
    ///   - leavesFiles: whether stored documents may stay as files that nobody keeps track of.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`.
    public func forget(_ location: String, leavesFiles: Bool) async throws(PipelineError) -> ForgetOutcome {
        do throws(StoreError) {
            let held = try await library.quarantinedDocuments().count { $0.key?.catalog == location }
            guard held == 0 else { return .holdsQuarantine(held) }
            let stored = try await library.memory(of: location).items.values.count { $0.document != nil }
            guard stored == 0 || leavesFiles else { return .holdsDocuments(stored) }
            try await library.forget(location)
            return .forgotten(files: stored)
        } catch {
            throw .library(error)
        }
    }
}
