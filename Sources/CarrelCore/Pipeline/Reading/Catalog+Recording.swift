import CarrelModel
import CarrelStages

/// Records a catalogue that leaves out something each time as one that lists its latest items only.
///
/// Whoever reads the records calls nothing orphaned then. A word behind the fingerprint of its reading tells it from such a one.
extension Catalog {
    /// What of it is recorded.
    var recorded: Catalog {
        var recorded = self
        recorded.listsLatestOnly = leavesOutItems
        return recorded
    }

    /// The fingerprint with which it is recorded.
    ///
    /// - Parameter parsing: that of the parser and its settings.
    /// - Returns: the same, or with the word behind it.
    func fingerprint(_ parsing: String) -> String {
        isIncomplete && !listsLatestOnly ? parsing + CatalogReading.incomplete : parsing
    }

    /// Takes from its reading why it leaves out items, after it was taken from the records.
    mutating func heed(_ reading: CatalogReading) {
        guard reading.fingerprint.hasSuffix(CatalogReading.incomplete) else { return }
        (listsLatestOnly, isIncomplete) = (false, true)
    }
}

extension CatalogReading {
    fileprivate static let incomplete = ", incomplete"

    /// The fingerprint of the parser and its settings alone.
    var parsing: String {
        fingerprint.hasSuffix(Self.incomplete)
            ? String(fingerprint.dropLast(Self.incomplete.count)) : fingerprint
    }
}
