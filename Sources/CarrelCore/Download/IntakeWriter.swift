import CarrelModel
import CarrelStages

/// Writes a document that does not stay in memory; one that can be parked, if the store keeps partial documents.
enum IntakeWriter {
    case whole(any StoreWriter)
    case partial(any PartialWriter)

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - key: its item.
    ///   - note: the note on the version that the bytes belong to, for a partial document.
    ///   - store: takes the document.
    init(for key: ItemKey, _ note: PartialNote?, in store: any Store) throws(StoreError) {
        if let partials = store.partials {
            let writer = try partials.writer(for: key, resuming: false)
            if let note { try writer.restart(note) }
            self = .partial(writer)
        } else {
            self = .whole(try store.writer(for: key))
        }
    }

    /// What writes it, whether or not it can be parked.
    var base: any StoreWriter {
        switch self {
        case .whole(let writer): writer
        case .partial(let writer): writer
        }
    }
}
