import CarrelModel
import Foundation

/// A parser that reads a catalogue piece by piece, so that it may be larger than memory.
///
/// The parts of a document, one after the other, are what `parse` makes of the whole, except that repeated items are not
/// marked.
public protocol PartParser: Parser {
    /// Begins to read a document.
    ///
    /// - Parameter document: the document; of its data at most the beginning is looked at.
    func reader(of document: CatalogDocument) -> any PartReader
}

/// Reads one document piece by piece: a value that is changed by what it takes, without input or output of its own.
public protocol PartReader {
    /// Takes the next bytes, of any number.
    ///
    /// - Parameter piece: the bytes.
    /// - Throws: `ParseError` as `Parser.parse`, as soon as that is sure.
    mutating func take(_ piece: Data) throws(ParseError)

    /// Ends the document.
    ///
    /// - Throws: `ParseError` if what came is not a catalogue.
    mutating func end() throws(ParseError)

    /// The number of items that the next part has.
    var count: Int { get }

    /// Takes out the items that were read since the last call.
    mutating func part() -> CatalogPart

    /// The catalogue without its collections; complete after `end`.
    var catalog: Catalog { get }

    /// Whether the catalogue has something that only a whole one can have: further pages, further catalogues, a
    /// timetable.
    var needsWhole: Bool { get }
}
