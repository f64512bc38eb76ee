import CarrelFiles
import CarrelModel
import CarrelStages
import Foundation

/// What a note file holds.
struct NotedPartial: Codable {
    private static let limit: Int64 = 64 << 10

    var key: ItemKey
    var note: PartialNote
    /// The token of the whole document that has the bytes, if it was left to be continued.
    var whole: String?

    /// Reads a note file; `nil` if it is missing or not a note.
    init?(_ name: String, in folder: Folder) {
        guard let file = try? folder.file(name), let bytes = try? file.read(0..<Self.limit),
            bytes.count < Self.limit,
            let value = try? JSONDecoder().decode(NotedPartial.self, from: Data(bytes))
        else { return nil }
        self = value
    }

    init(key: ItemKey, note: PartialNote, whole: String? = nil) {
        (self.key, self.note, self.whole) = (key, note, whole)
    }

    /// Writes the note file so that it is whole or absent, also when the process is killed meanwhile.
    func write(in folder: Folder) throws(StoreError) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        let stem = OwnName.stem(key)
        let (name, new) = (stem + OwnName.Part.note.rawValue, stem + OwnName.Part.newNote.rawValue)
        folder.remove(new)
        do throws(StoreError) {
            try folder.file(creating: new, permissions: 0o600).write(Array(data))
        } catch {
            folder.remove(new)
            throw error
        }
        let code = folder.rename(new, to: folder, as: name)
        guard code == 0 else {
            folder.remove(new)
            throw StoreError(
                systemError: code, subject: folder.path(of: name), doing: "the note could not be written")
        }
    }
}
