import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
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

    /// Makes an empty text.
    ///
    /// - Parameters:
    ///   - facts: what the document says about itself.
    ///   - isCut: whether parts of it are missing.
    ///   - grid: how much of each sheet is shown.
    init(facts: OfficeFacts, isCut: Bool, grid: CellGrid.Limits) {
        (self.facts, self.isCut, self.grid) = (facts, isCut, grid)
    }

    /// Reads a document out of its parts.
    mutating func read(
        _ kind: OfficeKind, _ package: OfficePackage, _ file: URL, _ limits: PreviewLimits,
        _ clock: PreviewClock
    ) throws(PreviewError) {
        switch kind {
        case .word(let part):
            var reader = WordReader(package, part: part)
            var text = DocumentText(limit: limits.maxText)
            try perform(file) { () throws(MarkupError) in
                try reader.read(into: &text) { clock.goesOn }
            }
            take(text, isCut: reader.isCut)
        case .openDocument(let kind):
            guard let data = package["content.xml"] else { throw OfficeFailure.noContent(file) }
            try read(openDocument: kind, data, package: package, file, limits, clock)
        case .slides(let part):
            guard let reader = SlideReader(package, part: part) else { throw OfficeFailure.noContent(file) }
            var text = PagesText(limit: limits.maxText, wanted: limits.pages)
            reader.read(into: &text) { clock.goesOn }
            take(text, isCut: false)
        case .sheets(let part):
            guard var reader = WorkbookReader(package, part: part, limits: grid) else {
                throw OfficeFailure.noContent(file)
            }
            var text = PagesText(limit: limits.maxText, wanted: limits.pages)
            reader.read(into: &text) { clock.goesOn }
            take(text, isCut: reader.isCut)
        case .binarySheets: throw OfficeFailure.binary(file)
        }
    }

    /// Reads a document of OpenDocument: `content.xml`, or a document in one file.
    mutating func read(
        openDocument kind: OpenDocumentKind, _ data: Data, package: OfficePackage?, _ file: URL,
        _ limits: PreviewLimits, _ clock: PreviewClock
    ) throws(PreviewError) {
        switch kind {
        case .slides:
            var reader = SlideDocument(package)
            var text = PagesText(limit: limits.maxText, wanted: limits.pages)
            try perform(file) { () throws(MarkupError) in
                try reader.read(data, into: &text) { clock.goesOn }
            }
            take(text, isCut: reader.isCut)
        case .sheets:
            var reader = SheetDocument(package, limits: grid)
            var text = PagesText(limit: limits.maxText, wanted: limits.pages)
            try perform(file) { () throws(MarkupError) in
                try reader.read(data, into: &text) { clock.goesOn }
            }
            take(text, isCut: reader.isCut)
        case .text:
            var reader = TextDocument(package)
            var text = DocumentText(limit: limits.maxText)
            try perform(file) { () throws(MarkupError) in
                try reader.read(data, into: &text) { clock.goesOn }
            }
            take(text, isCut: reader.isCut)
        }
    }

    /// Reads, and fails where there was nothing to read.
    private mutating func perform(_ file: URL, _ read: () throws(MarkupError) -> Bool) throws(PreviewError) {
        let isThere: Bool
        do throws(MarkupError) {
            isThere = try read()
        } catch .tooDeep {
            // What came before was read.
            (isThere, isCut) = (true, true)
        } catch {
            throw OfficeFailure.markup(error, file)
        }
        guard isThere else { throw OfficeFailure.noContent(file) }
    }

    private mutating func take(_ document: DocumentText, isCut: Bool) {
        var document = document
        document.finish()
        text = document.markdown.text
        (firstHeading, opening) = (document.firstHeading, document.opening)
        pages = facts.pages
        self.isCut = self.isCut || isCut
    }

    private mutating func take(_ document: PagesText, isCut: Bool) {
        (text, marks) = (document.paged.text, document.paged.marks)
        (firstHeading, opening) = (document.firstHeading, document.opening)
        pages = document.count
        self.isCut = self.isCut || isCut || document.isFull
    }

    /// The preview of what was read.
    func preview(_ mediaType: MediaType, _ limits: PreviewLimits) -> Preview {
        let (text, isTextCut) = text.readable.prefix(utf8: limits.maxText)
        return Preview(
            title: facts.title ?? firstHeading?.titleText,
            summary: opening.leadingSummary(), text: text, form: .markdown,
            isTruncated: isCut || isTextCut, mediaType: mediaType, pages: pages, pageMarks: marks,
            metadata: facts.metadata)
    }
}

extension OfficeKind {
    /// What a document of this kind says about itself.
    func facts(_ package: OfficePackage) -> OfficeFacts {
        switch self {
        case .openDocument:
            OfficeFacts(openDocument: package.tree("meta.xml", OfficeNamespaces.openDocument))
        default: OfficeFacts(openXML: package)
        }
    }
}
