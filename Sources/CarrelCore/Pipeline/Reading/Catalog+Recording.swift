import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

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

    /// Takes from its reading why it leaves out items, after it was taken from the records.
    mutating func heed(_ reading: CatalogReading) {
        guard reading.fingerprint.hasSuffix(CatalogReading.incomplete) else { return }
        (listsLatestOnly, isIncomplete) = (false, true)
    }
}

extension CatalogReading {
    fileprivate static let incomplete = ", incomplete"
    private static let named = ", named by "

    /// The reading with the words behind its fingerprint: the address that a catalogue of the web is named by, and whether it
    /// leaves out something each time.
    ///
    /// - Parameters:
    ///   - catalog: what was read.
    ///   - document: the document that names it.
    /// - Returns: the reading as it is recorded.
    func annotated(_ catalog: Catalog, of document: CatalogDocument?) -> CatalogReading {
        var noted = self
        if let naming = document?.namingURL, Origin(naming) != nil {
            noted.fingerprint += Self.named + naming.absoluteString
        }
        if catalog.isIncomplete, !catalog.listsLatestOnly { noted.fingerprint += Self.incomplete }
        return noted
    }

    /// The fingerprint of the parser and its settings alone.
    var parsing: String { String(parts.parsing) }

    /// The address that the catalogue is named by; `nil` if that is not known.
    ///
    /// The library forgets the parser with the place of a catalogue: at another one it has the names of that one.
    var namedBy: URL? { parser == nil ? nil : parts.naming }

    private var parts: (parsing: Substring, naming: URL?) {
        var text = fingerprint[...]
        if text.hasSuffix(Self.incomplete) { text = text.dropLast(Self.incomplete.count) }
        guard let word = text.range(of: Self.named, options: .backwards),
            let naming = URL(string: String(text[word.upperBound...])), Origin(naming) != nil
        else { return (text, nil) }
        return (text[..<word.lowerBound], naming)
    }
}
