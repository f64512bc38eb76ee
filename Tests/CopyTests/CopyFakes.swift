import CarrelDigest
import CarrelModel
import CarrelRecords
import CarrelStages
import CarrelTesting
import Foundation

/// Records of documents alone, as if their contents were `content of NAME`.
struct DocumentRecords: RecordTransfer {
    let names: [String]

    init(_ names: [String]) { self.names = names }

    var keepsReaders: Bool { false }
    var timeStep: Int64 { 1 }

    func origin() -> RecordOrigin? { RecordOrigin(identity: "fake", number: 1) }

    func records(
        _ kind: RecordKind, after place: [RecordValue]?, atMost limit: Int, of readers: RecordReaders
    ) -> RecordPage {
        guard kind == .documents else { return RecordPage([], end: nil) }
        let table = RecordTable.of(kind)
        let records = names.enumerated().map { number, name in
            let content = "content of \(name)"
            let values: [String: RecordValue] = [
                "item": .integer(Int64(number)), "name": .text(name),
                "size": .integer(Int64(content.utf8.count)), "sha256": .text(SHA256.digits(of: content.utf8)),
                "stored_at": .time(4_000_000_000_000_000),
            ]
            return table.columns.map { values[$0.name] ?? .null }
        }
        return RecordPage(records, end: nil)
    }

    func unfinishedCopy() -> RecordCopy? { nil }
    func beginCopy(_ copy: RecordCopy) {}
    func take(_ records: [[RecordValue]], _ kind: RecordKind, _ copy: RecordCopy) {}
    func finishCopy() {}
}

/// Fails where one document is read, and notes what it takes.
struct FailingTransfer: DocumentTransfer {
    let from: any DocumentTransfer
    let name: String
    let error: StoreError
    /// Whether a look at the document fails, too.
    var failsLooks = false
    /// How many contents were put in their places at a time.
    let puts = Recorder<Int>()

    var location: String { from.location }

    func list(
        _ area: KeptPlace.Area, _ body: ([KeptPlace]) async throws(StoreError) -> Bool
    ) async throws(StoreError) {
        try await from.list(area, body)
    }

    func entry(at place: KeptPlace) async throws(StoreError) -> StoreEntry? {
        if failsLooks, place == .document(name) { throw error }
        return try await from.entry(at: place)
    }

    func digest(at place: KeptPlace) async throws(StoreError) -> ContentDigest? {
        try await from.digest(at: place)
    }

    func copy(_ place: KeptPlace, into writer: any StoreWriter) async throws(StoreError) -> StoreEntry? {
        guard place == .document(name) else { return try await from.copy(place, into: writer) }
        try writer.write(Array("cont".utf8))
        throw error
    }

    func put(
        _ contents: [KeptContent], replacing: Bool
    ) async throws(StoreError) -> [RefusedContent] {
        puts.append(contents.count)
        return try await from.put(contents, replacing: replacing)
    }

    func remove(_ place: KeptPlace) async throws(StoreError) { try await from.remove(place) }
}
