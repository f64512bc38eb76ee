import CarrelBasics
import CarrelModel
import CarrelStages

/// Copies a library to another place: its records, its documents, their versions, and what was set aside.
///
/// The copy can be killed at any moment and run again: it goes on where it was, and finds a copy whole that was finished
/// before. Until it is finished and compared with the original, nothing opens it as a library. The original stays as it is.
///
/// Runs in one task, which may be cancelled; it asks several things of the stores at once.
public struct LibraryCopy: Sendable {
    let from, to: CopySide
    let isFast: Bool
    private let recover: @Sendable (any Library) async throws(StoreError) -> Void
    let renamed: @Sendable (any Library) async throws(StoreError) -> [String: String]
    let report: @Sendable (CopyProgress) -> Void

    /// Makes a copy; nothing happens yet.
    ///
    /// - Parameters:
    ///   - from: the original.
    ///   - to: the other one.
    ///   - isFast: whether documents are compared by their sizes and times, and by the digests that the store's service
    ///     computed, without reading them.
    ///   - recover: finishes what a killed process left in the original.
    ///   - renamed: the names that documents of the original have now, by the recorded ones, where somebody renamed them.
    ///   - report: gets the progress, in order.
    public init(
        from: CopySide, to: CopySide, isFast: Bool = false,
        recover: @escaping @Sendable (any Library) async throws(StoreError) -> Void,
        renamed: @escaping @Sendable (any Library) async throws(StoreError) -> [String: String],
        report: @escaping @Sendable (CopyProgress) -> Void
    ) {
        (self.from, self.to, self.isFast) = (from, to, isFast)
        (self.recover, self.renamed, self.report) = (recover, renamed, report)
    }

    /// Copies everything that is not there yet, and compares both libraries.
    ///
    /// - Returns: what was copied; if `isFinished` is false, some documents could not be read.
    /// - Throws: `StoreError`: with `.notFound` without an original, with `.nameTaken` if the other place holds anything
    ///   but a copy of it, whole or unfinished, with `.system` if the two differ.
    public func run() async throws(StoreError) -> CopySummary {
        let isWhole = try await check()
        let source = try await opened()
        guard !isWhole else { return try await recognised(source) }
        let target = try await to.open(.receiving)
        // While this waited, another one may have made the copy.
        guard try await !check() else {
            let summary = try await recognised(source)
            return withExtendedLifetime(target) { summary }
        }
        try await to.store.prepare()
        let (given, taken) = (try from.records(of: source), try to.records(of: target))
        let (note, isResumed) = try await begin(given, taken)
        var records = CopiedRecords(
            from: given, to: taken, note: note, profiles: (from.profile, to.profile), report: report)
        var summary = CopySummary()
        try await records.copy()
        var documents = try await documents(of: source, given)
        documents?.isResumed = isResumed
        if let documents {
            try await documents.copyAll(of: given, &summary)
            if note.isAnew { try await documents.removeOthers() }
        } else {
            summary.sharesDocuments = true
        }
        guard summary.isFinished else { return summary }
        if try await records.differing(&summary.records) != nil {
            // What readers do does not count as a change.
            try await records.repeatAll()
            if let kind = try await records.differing(&summary.records) { throw changing(kind) }
        }
        if let documents { try await documents.compare(with: given, isFast: isFast, &summary) }
        try await taken.finishCopy()
        // Both stay locked until here.
        return withExtendedLifetime((source, target)) { summary }
    }

    /// What copies the documents; `nil` if both libraries have the same ones.
    func documents() throws(StoreError) -> CopiedDocuments? {
        let (given, taken) = (try from.documents(), try to.documents())
        guard given.location != taken.location else { return nil }
        return CopiedDocuments(from: given, to: taken, store: to.store, report: report)
    }

    /// Opens the original so that nobody else writes to it, or only to read it where nothing can be written.
    private func opened() async throws(StoreError) -> any Library {
        do throws(StoreError) {
            let library = try await from.open(.giving)
            try await recover(library)
            return library
        } catch {
            guard [.readOnly, .denied, .forbidden].contains(error.code) else { throw error }
            return try await from.open(.shared)
        }
    }

    private func changing(_ kind: RecordKind) -> StoreError {
        StoreError(
            .system, subject: from.title,
            reason: "what it knows of “\(kind.rawValue)” changed while it was copied",
            remedy: "Run the same command again when nobody uses it")
    }
}
