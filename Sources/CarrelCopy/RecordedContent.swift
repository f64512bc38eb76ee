import CarrelModel
import CarrelRecords
import CarrelStages
import Foundation

/// A content that is to be copied.
struct RecordedContent: Sendable {
    var place: KeptPlace
    /// Where its record has it, if somebody renamed it since.
    var recordedPlace: KeptPlace?
    /// What is recorded of it; `nil` for what has no record.
    var digest: ContentDigest?
    /// When it was written last, as recorded.
    var fileTime: FileTime?
    /// When it was recorded.
    var storedAt = Date.distantPast

    /// Whether somebody wrote into the original after it was recorded.
    func isTouched(_ entry: StoreEntry?) -> Bool {
        guard let entry, entry.size > 0 else { return false }
        return entry.isTouched(since: fileTime, storedAt: storedAt)
    }
}

/// The documents of a library as its records say, some at a time.
enum RecordedContents {
    private static let pageLength = 1000

    /// Shows all of them, in the order of the records.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - names: the names that documents have now, by the recorded ones, where somebody renamed them.
    ///   - body: gets some at a time.
    static func forEach(
        of records: any RecordTransfer, named names: [String: String] = [:],
        _ body: ([RecordedContent]) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        let taken = Set(names.values.map { FileName($0) })
        var place: [RecordValue]?
        repeat {
            let page = try await records.records(
                .documents, after: place, atMost: pageLength, of: .own)
            try await body(page.records.flatMap { contents($0, names, taken) })
            place = page.end
        } while place != nil
    }

    /// How many there are.
    static func count(of records: any RecordTransfer) async throws(StoreError) -> Int {
        var count = 0
        try await forEach(of: records) { count += $0.count }
        return count
    }

    private static func contents(
        _ record: [RecordValue], _ names: [String: String], _ taken: Set<FileName>
    ) -> [RecordedContent] {
        func value(_ column: String) -> RecordValue {
            RecordTable.place(of: column, in: .documents).map { record[$0] } ?? .null
        }
        guard let name = value("name").text else { return [] }
        let digest = ContentDigest(
            size: value("size").integer ?? 0, sha256: value("sha256").text ?? "")
        let time = value("stored_at").time ?? 0
        var contents = [
            RecordedContent(
                place: .document(names[name] ?? name), digest: digest,
                fileTime: value("file_time").integer.map { FileTime(nanoseconds: $0) },
                storedAt: Date(timeIntervalSince1970: Double(time) / 1_000_000))
        ]
        if names[name] != nil { contents[0].recordedPlace = .document(name) }
        // Somebody edited the document, and kept the name, unless another document has it by now.
        if let edited = value("edited_copy").text, !taken.contains(FileName(edited)) {
            contents.append(RecordedContent(place: .document(edited)))
        }
        return contents
    }
}
