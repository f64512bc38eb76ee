import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A catalogue that is larger than memory: a document that is read part by part, twice.
///
/// The first reading checks all of it and finds out what is listed more than once; only then is anything made of the parts.
/// Both are done on a thread that may block.
actor PartedCatalog {
    private nonisolated let executor = BlockingExecutor(label: "carrel.parts")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Where the catalogue is.
    nonisolated let location: String
    nonisolated let document: CatalogDocument
    /// The name of its parser.
    nonisolated let parserName: String
    private let parser: any PartParser
    private let partSize: Int
    private(set) var survey = CatalogSurvey()
    private var repeated = RepeatedItems()
    private var reader: (any PartReader)?
    private var offset: Int64 = 0
    private var isEnded = false
    private var leavesOutLast = false

    /// - Parameters:
    ///   - document: the document.
    ///   - location: where the catalogue is.
    ///   - parser: reads it.
    ///   - parserName: the parser's name.
    ///   - partSize: about the most items of a part.
    init(
        _ document: CatalogDocument, at location: String, _ parser: any PartParser, named parserName: String,
        partSize: Int
    ) {
        (self.document, self.location, self.parserName) = (document, location, parserName)
        (self.parser, self.partSize) = (parser, partSize)
    }

    /// Reads all of it for the first time.
    ///
    /// - Returns: the catalogue without its collections; `nil` if it has something that only a whole catalogue can have.
    /// - Throws: `PipelineError` if it cannot be read or is not a catalogue.
    func look() throws(PipelineError) -> Catalog? {
        begin()
        while let part = try read() {
            if reader?.needsWhole == true { return nil }
            survey.add(part)
        }
        guard reader?.needsWhole == false else { return nil }
        survey.finish()
        if survey.isUnsure {
            begin()
            while let part = try read() { survey.compare(part) }
        }
        guard let reader = self.reader else { return nil }
        var catalog = reader.catalog
        catalog.problems += document.messages
        begin()
        return catalog
    }

    /// The next part of the second reading, with repeated items marked; `nil` at the end.
    ///
    /// - Throws: `PipelineError` if it cannot be read.
    func next() throws(PipelineError) -> CatalogPart? {
        guard var part = try read() else { return nil }
        if leavesOutLast, isEnded { part.removeLast() }
        repeated.mark(&part, &survey)
        return part
    }

    /// Has the second reading leave out the last item, as the document is cut within it.
    func leaveOutLast() { leavesOutLast = true }

    private func begin() { (reader, offset, isEnded) = (parser.reader(of: document), 0, false) }

    private func read() throws(PipelineError) -> CatalogPart? {
        guard var reader, !isEnded else { return nil }
        // The reader is changed in place.
        self.reader = nil
        defer { self.reader = reader }
        while reader.count < partSize, !isEnded, !reader.needsWhole {
            if Task.isCancelled { throw .cancelled }
            let piece: Data
            do throws(SourceError) { piece = try document.piece(at: offset) } catch { throw .source(error) }
            offset += Int64(piece.count)
            do throws(ParseError) {
                if piece.isEmpty {
                    isEnded = true
                    try reader.end()
                } else {
                    try reader.take(piece)
                }
            } catch {
                throw PipelineError(error)
            }
        }
        return reader.part()
    }
}
