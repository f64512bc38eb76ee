import CarrelModel
import CarrelStages

/// What the library remembers of a catalogue, completed with what the store holds now, and the differences.
struct MemoryLook: Sendable {
    /// What is remembered, with the new names of documents that somebody renamed.
    var memory: LibraryMemory
    /// The documents that somebody renamed.
    var moves: [DocumentMove]
    /// The new times of files whose content is the same.
    var times: [ItemKey: FileTime]
    /// Whether some documents were not under their recorded names.
    var hasMissing: Bool

    /// Whether what is recorded of names may depend on this look, so that no other catalogue may look meanwhile.
    var isOfNames: Bool { hasMissing || !moves.isEmpty }
}
