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

    /// Takes from its reading what else is known of it, after it was taken from the records.
    mutating func heed(_ reading: CatalogReading) {
        let notes = reading.parts.notes
        (asksForPassword, doubts) = (notes.contains(.login), reading.parts.doubts)
        if listsLatestOnly, notes.contains(.incomplete) { (listsLatestOnly, isIncomplete) = (false, true) }
    }

    /// What is noted of it for the next reading.
    fileprivate var notes: [ReadingNote] {
        ReadingNote.allCases.filter { note in
            switch note {
            case .incomplete: isIncomplete && !listsLatestOnly
            case .login: asksForPassword
            }
        }
    }
}

/// What is recorded of a catalogue behind the fingerprint of its reading.
private enum ReadingNote: String, CaseIterable {
    /// It leaves out something each time.
    case incomplete = ", incomplete"
    /// It asked for a password.
    case login = ", asks for a password"
}

extension CatalogReading {
    private static let named = ", named by "
    private static let doubtful = ", doubtful "

    /// The reading with what the next one has to know behind its fingerprint.
    ///
    /// - Parameters:
    ///   - catalog: what was read.
    ///   - document: the document that names it, if any; its address is noted if it is of the web.
    /// - Returns: the reading as it is recorded.
    func annotated(_ catalog: Catalog, of document: CatalogDocument?) -> CatalogReading {
        var noted = self
        if let naming = document?.namingURL, Origin(naming) != nil {
            noted.fingerprint += Self.named + naming.absoluteString
        }
        for note in catalog.notes { noted.fingerprint += note.rawValue }
        if !catalog.doubts.isEmpty {
            noted.fingerprint += Self.doubtful + catalog.doubts.sorted().joined(separator: " ")
        }
        return noted
    }

    /// The fingerprint of the parser and its settings alone.
    var parsing: String { String(parts.parsing) }

    /// The address that the catalogue is named by; `nil` if that is not known.
    ///
    /// The library forgets the parser with the place of a catalogue: at another one it has the names of that one.
    var namedBy: URL? { parser == nil ? nil : parts.naming }

    /// The address that named the catalogue for a Carrel that recorded none: the one that answered, as the validators tell.
    ///
    /// - Parameter url: the one that answers now; what only writes the same otherwise keeps its name.
    /// - Returns: the address; `nil` if it is not known or the same.
    func earlierNaming(than url: URL) -> URL? {
        guard parser != nil, !validators.isEmpty, validators.ofOneDocument != nil,
            let naming = URL(string: validators.redirectedOrigin?.url ?? location), Origin(naming) != nil,
            CatalogIdentity.key(of: naming.absoluteString) != CatalogIdentity.key(of: url.absoluteString)
        else { return nil }
        return naming
    }

    /// The fingerprint, and what is noted behind it.
    fileprivate var parts: (parsing: Substring, naming: URL?, notes: Set<ReadingNote>, doubts: Set<String>) {
        var (text, doubts) = (fingerprint[...], Set<String>())
        if let word = text.range(of: Self.doubtful, options: .backwards) {
            doubts = Set(text[word.upperBound...].split(separator: " ").map { String($0) })
            text = text[..<word.lowerBound]
        }
        var notes: Set<ReadingNote> = []
        while let note = ReadingNote.allCases.first(where: { text.hasSuffix($0.rawValue) }) {
            notes.insert(note)
            text.removeLast(note.rawValue.count)
        }
        guard let word = text.range(of: Self.named, options: .backwards),
            let naming = URL(string: String(text[word.upperBound...])), Origin(naming) != nil
        else { return (text, nil, notes, doubts) }
        return (text[..<word.lowerBound], naming, notes, doubts)
    }
}
