import CarrelModel
import CarrelRecords
import CarrelStages

/// A content that is to be copied.
struct RecordedContent: Sendable {
    var place: KeptPlace
    /// What is recorded of it; `nil` for what has no record.
    var digest: ContentDigest?
}

/// The documents of a library as its records say, some at a time.
enum RecordedContents {
    private static let pageLength = 1000

    /// Shows all of them, in the order of the records.
    static func forEach(
        of records: any RecordTransfer, _ body: ([RecordedContent]) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        var place: [RecordValue]?
        repeat {
            let page = try await records.records(
                .documents, after: place, atMost: pageLength, of: .own)
            try await body(page.records.flatMap(contents))
            place = page.end
        } while place != nil
    }

    private static func contents(_ record: [RecordValue]) -> [RecordedContent] {
        func value(_ column: String) -> RecordValue {
            RecordTable.place(of: column, in: .documents).map { record[$0] } ?? .null
        }
        guard let name = value("name").text else { return [] }
        let digest = ContentDigest(
            size: value("size").integer ?? 0, sha256: value("sha256").text ?? "")
        var contents = [RecordedContent(place: .document(name), digest: digest)]
        // Somebody edited the document, and kept the name.
        if let edited = value("edited_copy").text {
            contents.append(RecordedContent(place: .document(edited)))
        }
        return contents
    }
}
