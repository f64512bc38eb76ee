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
        let parts = reading.parts
        asksForPassword = parts.notes.contains(.login)
        isContinued = parts.notes.contains(.continued)
        (doubts, doubtfulReadings) = (parts.doubts, parts.doubtfulReadings)
        guard listsLatestOnly, parts.notes.contains(.incomplete) else { return }
        (listsLatestOnly, isIncomplete) = (false, true)
    }

    /// What is noted of it for the next reading.
    fileprivate var notes: [ReadingNote] {
        ReadingNote.allCases.filter { note in
            switch note {
            case .incomplete: isIncomplete && !listsLatestOnly
            case .login: asksForPassword
            case .continued: isContinued
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
    /// Its first page led to a next one.
    case continued = ", goes on"
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
            let words = ["\(catalog.doubtfulReadings)"] + catalog.doubts.sorted()
            noted.fingerprint += Self.doubtful + words.joined(separator: " ")
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
    fileprivate struct Parts {
        var parsing: Substring
        var naming: URL?
        var notes: Set<ReadingNote> = []
        var doubts: Set<String> = []
        var doubtfulReadings = 0
    }

    fileprivate var parts: Parts {
        var parts = Parts(parsing: fingerprint[...])
        if let word = parts.parsing.range(of: Self.doubtful, options: .backwards) {
            let words = parts.parsing[word.upperBound...].split(separator: " ")
            parts.doubtfulReadings = words.first.flatMap { UInt8($0) }.map { Int($0) } ?? 0
            parts.doubts = Set(words.dropFirst().map { String($0) })
            parts.parsing = parts.parsing[..<word.lowerBound]
        }
        while let note = ReadingNote.allCases.first(where: { parts.parsing.hasSuffix($0.rawValue) }) {
            parts.notes.insert(note)
            parts.parsing.removeLast(note.rawValue.count)
        }
        if let word = parts.parsing.range(of: Self.named, options: .backwards),
            let naming = URL(string: String(parts.parsing[word.upperBound...])), Origin(naming) != nil
        {
            (parts.naming, parts.parsing) = (naming, parts.parsing[..<word.lowerBound])
        }
        return parts
    }
}
