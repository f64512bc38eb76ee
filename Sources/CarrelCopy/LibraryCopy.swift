import CarrelBasics
import CarrelModel
import CarrelStages

/// Copies a library to another place: its records, its documents, their versions, and what was set aside.
///
/// The copy can be killed at any moment and run again: it goes on where it was. Until it is finished and compared with
/// the original, nothing opens it as a library. The original stays as it is.
///
/// Runs in one task, which may be cancelled; it asks several things of the stores at once.
public struct LibraryCopy: Sendable {
    /// One of the two libraries.
    public struct Side: Sendable {
        /// The records.
        public var library: any Library
        /// The documents.
        public var store: any Store
        /// What people call it.
        public var title: String

        public init(_ library: any Library, _ store: any Store, title: String) {
            (self.library, self.store, self.title) = (library, store, title)
        }
    }

    private let from, to: Side
    private let isFast: Bool
    private let report: @Sendable (CopyProgress) -> Void

    /// Makes a copy; nothing happens yet.
    ///
    /// - Parameters:
    ///   - from: the original, opened as `.giving` after what a killed process left was finished; or as `.shared` where
    ///     nothing can be written.
    ///   - to: the other one, opened as `.receiving`.
    ///   - isFast: whether documents are compared by their sizes and times, and by the digests that the store's service
    ///     computed, without reading them.
    ///   - report: gets the progress, in order.
    public init(
        from: Side, to: Side, isFast: Bool = false, report: @escaping @Sendable (CopyProgress) -> Void
    ) {
        (self.from, self.to, self.isFast, self.report) = (from, to, isFast, report)
    }

    /// Copies everything that is not there yet, and compares both libraries.
    ///
    /// - Returns: what was copied; `CopySummary.unread` names what could not be read, and then the copy is not finished.
    /// - Throws: `StoreError`: with `.notFound` without an original, with `.nameTaken` if the other place holds anything
    ///   but an unfinished copy of it, with `.system` if the two differ.
    public func run() async throws(StoreError) -> CopySummary {
        guard let given = from.library.transfer, let taken = to.library.transfer else {
            throw Self.impossible(from.library.transfer == nil ? from : to, "records")
        }
        guard let origin = try await given.origin() else {
            throw StoreError(.notFound, subject: from.title, reason: "there is no library")
        }
        let documents = try documents()
        let begin = try await begin(origin, taken, hasDocuments: documents != nil)
        var records = CopiedRecords(from: given, to: taken, note: begin.note, report: report)
        var summary = CopySummary()
        try await records.copy()
        if var documents {
            documents.isResumed = begin.isResumed
            try await documents.copyAll(of: given, &summary)
            if begin.note.isAnew { try await documents.removeOthers() }
        }
        guard summary.unread.isEmpty else { return summary }
        if try await records.differing(&summary.records) != nil {
            // What readers do is no change that is counted.
            try await records.repeatAll()
            if let kind = try await records.differing(&summary.records) { throw changing(kind) }
        }
        if let documents { try await documents.compare(with: given, isFast: isFast, &summary) }
        try await taken.finishCopy()
        return summary
    }

    // MARK: Beginning

    /// What copies the documents; `nil` if both libraries have the same ones.
    private func documents() throws(StoreError) -> CopiedDocuments? {
        guard let given = from.store.transfer, let taken = to.store.transfer else {
            throw Self.impossible(from.store.transfer == nil ? from : to, "documents")
        }
        guard given.location != taken.location else { return nil }
        return CopiedDocuments(from: given, to: taken, store: to.store, title: to.title, report: report)
    }

    private func begin(
        _ origin: RecordOrigin, _ taken: any RecordTransfer, hasDocuments: Bool
    ) async throws(StoreError) -> (note: RecordCopy, isResumed: Bool) {
        var note = RecordCopy(of: origin, title: from.title)
        if let unfinished = try await taken.unfinishedCopy() {
            guard unfinished.origin.identity == origin.identity else {
                throw StoreError(
                    .nameTaken, subject: to.title,
                    reason: "it is an unfinished copy of another library, \(unfinished.title)",
                    remedy: "Finish that copy first, or copy to another place")
            }
            try await removeLeftovers(hasDocuments)
            if unfinished.origin == origin { return (unfinished, true) }
            note.isAnew = true
            try await taken.beginCopy(note)
            return (note, true)
        }
        let isEmpty = try await to.library.locations().isEmpty
        if isEmpty, hasDocuments, try await to.store.transfer?.isEmpty() == false {
            throw StoreError(
                .nameTaken, subject: to.title, reason: "there are documents already",
                remedy: "Copy to an empty folder, or to another prefix of the bucket")
        }
        try await taken.beginCopy(note)
        try await removeLeftovers(hasDocuments)
        return (note, false)
    }

    /// Removes what a copy that was killed had not put at its place yet.
    private func removeLeftovers(_ hasDocuments: Bool) async throws(StoreError) {
        guard hasDocuments else { return }
        try await to.store.removeAbandoned()
        try await to.store.partials?.removeAbandonedPartials()
    }

    // MARK: Errors

    private static func impossible(_ side: Side, _ what: String) -> StoreError {
        StoreError(
            .system, subject: side.title, reason: "its \(what) are kept in a way that cannot be copied")
    }

    private func changing(_ kind: RecordKind) -> StoreError {
        StoreError(
            .system, subject: from.title,
            reason: "what it knows of “\(kind.rawValue)” changed while it was copied",
            remedy: "Run the same command again when nobody uses it")
    }
}
