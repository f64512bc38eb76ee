import CarrelFiles
import CarrelModel
import CarrelStages
import Foundation

/// What a note file holds.
struct NotedPartial: Codable {
    private static let limit: Int64 = 64 << 10

    var key: ItemKey
    var note: PartialNote

    /// Reads a note file; `nil` if it is missing or not a note.
    init?(_ name: String, in folder: Folder) {
        guard let file = try? folder.file(name), let bytes = try? file.read(0..<Self.limit),
            bytes.count < Self.limit,
            let value = try? JSONDecoder().decode(NotedPartial.self, from: Data(bytes))
        else { return nil }
        self = value
    }

    init(key: ItemKey, note: PartialNote) {
        self.key = key
        self.note = note
    }
}
