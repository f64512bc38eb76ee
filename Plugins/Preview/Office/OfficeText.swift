import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelSheets
import CarrelStages
import Foundation

/// What was read of an office document.
struct OfficeText {
    private let facts: OfficeFacts
    private let grid: CellGrid.Limits
    private var text = ""
    private var marks: [Preview.PageMark] = []
    private var firstHeading: String?
    private var opening = ""
    private var pages: Int?
    private var isCut: Bool
    private var hasGaps = false

    /// Makes an empty text; `isCut` says whether parts of the document are missing.
    init(facts: OfficeFacts, isCut: Bool, grid: CellGrid.Limits) {
        (self.facts, self.isCut, self.grid) = (facts, isCut, grid)
    }

    /// Reads a document out of its parts.
    mutating func read(
        _ kind: OfficeKind, _ package: OfficePackage, _ file: URL, _ limits: PreviewLimits,
        _ clock: PreviewClock
    ) throws(PreviewError) {
        switch kind {
        case .word(let part): try takeFlow(WordReader(package, part: part), file, limits, clock)
        case .openDocument(let kind):
            guard let data = package["content.xml"] else { throw OfficeFailure.noContent(file) }
            try read(openDocument: kind, data, package: package, file, limits, clock)
        case .slides(let part): try takePages(SlideReader(package, part: part), file, limits, clock)
        case .sheets(let part):
            try takePages(WorkbookReader(package, part: part, limits: grid), file, limits, clock)
        case .binarySheets: throw OfficeFailure.binary(file)
        }
    }

    /// Reads a document of OpenDocument: `content.xml`, or a document in one file.
    mutating func read(
        openDocument kind: OpenDocumentKind, _ data: Data, package: OfficePackage?, _ file: URL,
        _ limits: PreviewLimits, _ clock: PreviewClock
    ) throws(PreviewError) {
        switch kind {
        case .slides: try takePages(SlideDocument(data, package), file, limits, clock)
        case .sheets: try takePages(SheetDocument(data, package, limits: grid), file, limits, clock)
        case .text: try takeFlow(TextDocument(data, package), file, limits, clock)
        }
    }

    /// Reads a workbook in one file of XML.
    mutating func read(
        workbook data: Data, _ file: URL, _ limits: PreviewLimits, _ clock: PreviewClock
    ) throws(PreviewError) {
        try takePages(FlatWorkbook(data, limits: grid), file, limits, clock)
    }

    private mutating func takeFlow(
        _ reader: some OfficeReader<DocumentText>, _ file: URL, _ limits: PreviewLimits, _ clock: PreviewClock
    ) throws(PreviewError) {
        var document = DocumentText(limit: limits.maxText)
        try read(reader, into: &document, file, clock)
        document.finish()
        text = document.markdown.text
        (firstHeading, opening) = (document.firstHeading, document.opening)
        pages = facts.pages
    }

    private mutating func takePages(
        _ reader: (some OfficeReader<PagesText>)?, _ file: URL, _ limits: PreviewLimits, _ clock: PreviewClock
    ) throws(PreviewError) {
        guard let reader else { throw OfficeFailure.noContent(file) }
        var document = PagesText(limit: limits.maxText, wanted: limits.pages)
        try read(reader, into: &document, file, clock)
        (text, marks) = (document.paged.text, document.paged.marks)
        (firstHeading, opening) = (document.firstHeading, document.opening)
        pages = document.count
        isCut = isCut || document.isFull
    }

    /// Reads, and fails where there was nothing to read.
    private mutating func read<Text>(
        _ reader: some OfficeReader<Text>, into text: inout Text, _ file: URL, _ clock: PreviewClock
    ) throws(PreviewError) {
        var reader = reader
        let isThere: Bool
        do throws(MarkupError) {
            isThere = try reader.read(into: &text) { clock.goesOn }
        } catch .tooDeep {
            // What came before was read.
            (isThere, isCut) = (true, true)
        } catch {
            throw OfficeFailure.markup(error, file)
        }
        guard isThere else { throw OfficeFailure.noContent(file) }
        (isCut, hasGaps) = (isCut || reader.isCut, hasGaps || reader.hasGaps)
    }

    /// The preview of what was read.
    func preview(_ mediaType: MediaType, _ limits: PreviewLimits) -> Preview {
        let (text, isTextCut) = text.readable.prefix(utf8: limits.maxText)
        let isCut = self.isCut || isTextCut
        return Preview(
            title: facts.title ?? firstHeading?.titleText,
            summary: opening.leadingSummary(), text: text, form: .markdown,
            isTruncated: isCut || hasGaps, part: hasGaps && !isCut ? .withGaps : nil, mediaType: mediaType,
            pages: pages, pageMarks: marks, metadata: facts.metadata)
    }
}
