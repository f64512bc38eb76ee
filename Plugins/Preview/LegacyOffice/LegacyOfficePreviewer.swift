import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Shows documents that Office wrote until 2003 (DOC, PPT, XLS).
///
/// Documents and slides older than Office 97 are read by catdoc's programs, in a child process with limits.
public struct LegacyOfficePreviewer: Previewer {
    private let tools: any ToolRunner
    private let maxRows: Int

    /// Makes a previewer that runs its programs with the given runner.
    public init(_ settings: Settings = Settings(), tools: any ToolRunner) {
        self.tools = tools
        maxRows = settings[Self.maxRowsSetting]
    }

    static let maxRowsSetting = Setting<Int>(
        "max-rows", default: 1000, constraint: .within(1...1_000_000),
        help: "The most rows to show of one sheet")

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "legacy-office",
        summary: "Reads documents, presentations and workbooks of Office 97 to 2003",
        settings: [maxRowsSetting], revision: 7,
        programs: { _, _ in
            [
                NeededProgram("catdoc", package: "catdoc", for: "documents of before 1997"),
                NeededProgram("catppt", package: "catdoc", for: "presentations of before 1997"),
            ]
        }
    ) { settings, context in LegacyOfficePreviewer(settings, tools: context.tools) }

    /// Reads the document.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        let clock = PreviewClock(file: file, timeout: limits.timeout)
        let (data, isWhole) = try RegularFile.beginning(of: file, limit: max(8, limits.maxRead))
        try clock.check()
        let container = data.starts(with: LegacyKind.containerMark) ? CompoundFile(data) : nil
        guard data.starts(with: LegacyKind.containerMark),
            let kind = LegacyKind(container, mediaType: document.mediaType)
        else {
            throw LegacyFailure.foreign(file, data)
        }
        var text = PagesText(limit: limits.maxText, wanted: kind == .word ? nil : limits.pages)
        var (isCut, hasGaps) = (!isWhole, false)
        if kind == .sheets {
            guard var book = WorkbookBinary(container) else {
                throw PreviewError.damaged(file, "the workbook is damaged")
            }
            guard !book.isLocked else { throw PreviewError.locked(file) }
            hasGaps = try book.read(into: &text, maxRows: maxRows, clock)
        } else if try !Self.read(container, kind, file, clock, into: &text) {
            let output = try await run(kind, file, limits)
            Self.take(String(decoding: output.output, as: UTF8.self), of: kind, into: &text)
            isCut = output.isTruncated
        }
        let facts = LegacyFacts(container)
        let (shown, isTextCut) = text.paged.text.prefix(utf8: limits.maxText)
        isCut = isCut || isTextCut || text.isFull
        return Preview(
            title: facts.title, summary: text.opening.leadingSummary(), text: shown, form: .markdown,
            isTruncated: isCut || hasGaps, part: hasGaps && !isCut ? .withGaps : nil,
            mediaType: document.mediaType,
            pages: kind == .word ? facts.pages : text.count, pageMarks: kind == .word ? [] : text.paged.marks,
            metadata: facts.metadata)
    }

    /// Reads what needs no program, texts and slides of Office 97 and newer, and says whether it did.
    private static func read(
        _ container: CompoundFile?, _ kind: LegacyKind, _ file: URL, _ clock: PreviewClock,
        into text: inout PagesText
    ) throws(PreviewError) -> Bool {
        guard let container else { return false }
        if WordBinary.isLocked(container) || SlideBinary.isLocked(container) {
            throw PreviewError.locked(file)
        }
        if kind == .slides {
            guard let slides = SlideBinary(container) else { return false }
            try slides.read(into: &text, clock)
        } else {
            guard let document = WordBinary(container) else { return false }
            if text.begin() { text.add(document.blocks(limit: maxCharacters)) }
        }
        return true
    }

    // Far more than a preview shows: fields and tables may hide most of it.
    private static let maxCharacters = 2 << 20

    private static func take(_ output: String, of kind: LegacyKind, into text: inout PagesText) {
        guard kind == .slides else {
            if text.begin() { text.add(LegacyText.document(output)) }
            return
        }
        var pages = output.split(separator: "\u{0C}", omittingEmptySubsequences: false)
        // A page ends with a form feed.
        if pages.count > 1, pages.last?.allSatisfy(\.isWhitespace) == true { pages.removeLast() }
        for page in pages where text.begin() { text.add(LegacyText.slide(page, number: text.count)) }
    }

    private func run(
        _ kind: LegacyKind, _ file: URL, _ limits: PreviewLimits
    ) async throws(PreviewError) -> ToolOutput {
        // Pages may be far from the beginning of the text.
        let outputLimit = min(64 << 20, max(0, limits.maxRead)) + 4096
        let output = try await tools.run(
            ToolInvocation(
                kind.tool, kind.options + [file.roomPath], timeout: limits.timeout,
                outputLimit: outputLimit, reads: [file]),
            on: file, package: "catdoc")
        let said = output.errorText.lowercased()
        if said.contains("encrypted") { throw PreviewError.locked(file) }
        guard output.status == 0 || output.isTruncated || !output.output.isEmpty else {
            throw LegacyFailure.damaged(file, kind, output)
        }
        return output
    }
}
