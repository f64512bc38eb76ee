import CarrelMarkup

/// Reads an office document of one kind into a text: a `DocumentText`, or the pages of a `PagesText`.
protocol OfficeReader<Text> {
    associatedtype Text
    /// Whether something of the document was left out, for the limits or because it is damaged.
    var isCut: Bool { get }
    /// Whether parts before its end were left out for the limits, and the text says where.
    var hasGaps: Bool { get }

    /// Reads the document into a text, until that is full or there is no time left.
    ///
    /// - Parameters:
    ///   - text: what takes the blocks.
    ///   - goesOn: whether there is time left.
    /// - Returns: whether there is a document at all.
    mutating func read(into text: inout Text, goesOn: () -> Bool) throws(MarkupError) -> Bool
}

extension OfficeReader {
    var hasGaps: Bool { false }
}
