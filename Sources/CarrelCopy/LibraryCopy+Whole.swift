import CarrelRecords
import CarrelStages

/// A copy that an earlier run finished, although nobody was told.
extension LibraryCopy {
    /// Compares the library at the other place with the original, and changes neither.
    ///
    /// - Parameter source: the original.
    /// - Returns: what the copy has.
    /// - Throws: `StoreError`, with `.nameTaken` if it is not like the original as that is now.
    func recognised(_ source: any Library) async throws(StoreError) -> CopySummary {
        let target = try await to.open(.shared)
        let (given, taken) = (try from.records(of: source), try to.records(of: target))
        guard let origin = try await given.origin() else { throw .gone(from.title) }
        let records = CopiedRecords(
            from: given, to: taken, note: RecordCopy(of: origin, title: from.title),
            profiles: (from.profile, to.profile), report: report)
        var summary = CopySummary()
        guard try await records.differing(&summary.records) == nil else {
            throw RecordNote.notEmpty(to.title)
        }
        if let documents = try await documents(of: source, given) {
            guard try await documents.areWhole(given, isFast: isFast, &summary) else {
                throw RecordNote.notEmpty(to.title)
            }
        } else {
            summary.sharesDocuments = true
        }
        // The original stays locked until here.
        return withExtendedLifetime((source, target)) { summary }
    }
}
