import CarrelBasics
import CarrelRecords
import CarrelStages
import Foundation

/// What is looked at before anything is copied.
extension LibraryCopy {
    /// Refuses what cannot be copied, before anything is made in either place.
    ///
    /// - Returns: whether the other place holds a library, which may be the copy of an earlier run.
    func check() async throws(StoreError) -> Bool {
        let origin = try await from.records(of: from.open(.shared)).origin()
        guard let origin else {
            throw StoreError(
                .notFound, subject: from.title, reason: "there is no library",
                remedy: "Name the profile or the folder of one")
        }
        let documents = try documents()
        if let documents { try requireApart(documents) }
        guard let there = try await recorded() else { return false }
        guard there.origin?.identity != origin.identity else {
            throw StoreError(
                .nameTaken, subject: to.title, reason: "it has the same records as \(from.title)",
                remedy: "Copy to another folder or database")
        }
        guard there.isEmpty else { return true }
        if let documents { try await requireNoDocuments(documents) }
        return false
    }

    /// Refuses two places that are not apart: what one holds would be taken for what the other does.
    private func requireApart(_ documents: CopiedDocuments) throws(StoreError) {
        let (given, taken) = (documents.from.location, documents.to.location)
        guard !Self.isWithin(taken, given), !Self.isWithin(given, taken) else {
            throw StoreError(
                .nameTaken, subject: to.title,
                reason: Self.isWithin(taken, given)
                    ? "it is within \(from.title)" : "\(from.title) is within it",
                remedy: "Copy to a place outside of it")
        }
        guard Self.path(of: to.store) != Self.path(of: from.store) else {
            throw StoreError(
                .nameTaken, subject: to.title, reason: "its store.path is the folder of \(from.title)",
                remedy: "Set another store.path")
        }
    }

    /// The library's folder on this machine, whatever links lead to it.
    private static func path(of store: any Store) -> String {
        store.libraryFolder?.resolvingSymlinksInPath().standardizedFileURL.path ?? UUID().uuidString
    }

    /// What the other place has of records; `nil` if that is an unfinished copy.
    private func recorded() async throws(StoreError) -> (origin: RecordOrigin?, isEmpty: Bool)? {
        do throws(StoreError) {
            let library = try await to.open(.shared)
            return (try await to.records(of: library).origin(), try await library.locations().isEmpty)
        } catch {
            guard error.code == .incomplete else { throw error }
            return nil
        }
    }

    private func requireNoDocuments(_ documents: CopiedDocuments) async throws(StoreError) {
        guard try await !documents.to.isEmpty() else { return }
        throw StoreError(
            .nameTaken, subject: to.title, reason: "there are files already",
            remedy: "Copy to an empty folder, or to another prefix of the bucket")
    }

    private static func isWithin(_ inner: String, _ outer: String) -> Bool {
        inner != outer && inner.behind(outer.hasSuffix("/") ? outer : outer + "/") != nil
    }

    // MARK: Beginning

    /// Begins the copy, or goes on with it.
    ///
    /// - Parameters:
    ///   - given: the records of the original.
    ///   - taken: those of the copy.
    /// - Returns: how far the copy is, and whether documents of an earlier run may be there.
    func begin(
        _ given: any RecordTransfer, _ taken: any RecordTransfer
    ) async throws(StoreError) -> (note: RecordCopy, isResumed: Bool) {
        guard let origin = try await given.origin() else { throw .gone(from.title) }
        let documents = try documents()
        var note = RecordCopy(of: origin, title: from.title, documents: documents?.to.location)
        guard let unfinished = try await taken.unfinishedCopy() else {
            try await taken.beginCopy(note)
            try await removeLeftovers(documents)
            return (note, false)
        }
        guard unfinished.origin.identity == origin.identity else {
            throw StoreError(
                .nameTaken, subject: to.title,
                reason: "it is an unfinished copy of another library, \(unfinished.title)",
                remedy: "Finish that copy first, or copy to another place")
        }
        guard unfinished.documents == note.documents else {
            throw StoreError(
                .nameTaken, subject: to.title,
                reason: "the unfinished copy has its documents at \(unfinished.documents ?? "the original")",
                remedy: "Use the same profile as before, or copy to another place")
        }
        try await removeLeftovers(documents)
        guard unfinished.origin != origin else { return (unfinished, true) }
        // While their records are still there: what they do not name is somebody else's.
        try await documents?.removeOutdated(recorded: taken)
        note.isAnew = true
        try await taken.beginCopy(note)
        return (note, true)
    }

    /// Removes what a copy that was killed had not put at its place yet.
    private func removeLeftovers(_ documents: CopiedDocuments?) async throws(StoreError) {
        guard documents != nil else { return }
        try await to.store.removeAbandoned()
        try await to.store.partials?.removeAbandonedPartials()
    }
}
