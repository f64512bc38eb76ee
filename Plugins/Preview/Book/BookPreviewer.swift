import CarrelArchives
import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// Shows books, EPUB and FictionBook, as Markdown, chapter by chapter.
///
/// Their archives are unpacked by bsdtar, in a child process with limits.
public struct BookPreviewer: Previewer {
    private let archives: ArchiveReader

    /// Makes a previewer that runs its program with the given runner.
    public init(tools: any ToolRunner) { archives = ArchiveReader(tools: tools) }

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "book", summary: "Reads books: EPUB and FictionBook, chapter by chapter", revision: 5,
        programs: { _, _ in [NeededProgram(ArchiveReader.tool, package: "libarchive-tools")] }
    ) { _, context in BookPreviewer(tools: context.tools) }

    /// Reads the book.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        let clock = PreviewClock(file: file, timeout: limits.timeout)
        var text = PagesText(limit: limits.maxText, wanted: limits.pages)
        let (beginning, _) = try RegularFile.beginning(of: file, limit: 4)
        try clock.check()
        let (facts, isCut): (BookFacts, Bool)
        var damagedCount = 0
        if beginning.starts(with: Data("PK".utf8)) {
            (facts, isCut, damagedCount) = try await readArchive(file, into: &text, limits, clock)
        } else {
            let (data, isWhole) = try RegularFile.beginning(of: file, limit: limits.maxRead)
            (facts, isCut) = try Self.readFiction(data, isCut: !isWhole, into: &text, file, clock)
        }
        try clock.check()
        let (shown, isTextCut) = text.paged.text.prefix(utf8: limits.maxText)
        let endsEarly = isCut || isTextCut || text.isFull
        let hasGaps = damagedCount > 0
        return Preview(
            title: facts.title, summary: (facts.description ?? text.opening).leadingSummary(), text: shown,
            form: .markdown, isTruncated: endsEarly || hasGaps, part: hasGaps && !endsEarly ? .withGaps : nil,
            mediaType: document.mediaType, pages: text.count > 0 ? text.count : nil,
            pageMarks: text.paged.marks, metadata: facts.metadata,
            notes: hasGaps ? ["Chapters that are missing or damaged: \(damagedCount)"] : [])
    }

    private func readArchive(
        _ file: URL, into text: inout PagesText, _ limits: PreviewLimits, _ clock: PreviewClock
    ) async throws(PreviewError) -> (BookFacts, isCut: Bool, damagedCount: Int) {
        var files = try await unpack(
            file, ["META-INF/*", "*.opf", "*.ncx", "*.xhtml", "*.html", "*.htm", "*.xml", "*.fb2"], limits)
        try clock.check()
        if let book = files.entries.first(where: { $0.name.lowercased().hasSuffix(".fb2") }),
            files["META-INF/container.xml"] == nil
        {
            let (facts, isCut) = try Self.readFiction(
                book.data, isCut: files.isCut, into: &text, file, clock)
            return (facts, isCut, 0)
        }
        guard var book = EPUBBook(files) else {
            throw PreviewError.needsOtherProgram(file, "the file is a ZIP archive, but not a book")
        }
        guard !book.isLocked else {
            throw PreviewError(
                .encrypted, file: file, reason: "the book is locked: only its seller's programs can read it",
                remedy: "Open it with the program that it was sold for")
        }
        // Some books give their chapters other extensions.
        let missing = book.missing.prefix(100)
        if !missing.isEmpty, !files.isCut {
            files.entries += try await unpack(file, missing.map(Self.pattern), limits).entries
            book = EPUBBook(files) ?? book
        }
        let damagedCount = book.read(into: &text) { clock.goesOn }
        return (book.facts, files.isCut, damagedCount)
    }

    private static func readFiction(
        _ data: Data, isCut: Bool, into text: inout PagesText, _ file: URL, _ clock: PreviewClock
    ) throws(PreviewError) -> (BookFacts, Bool) {
        var book = FictionBook()
        var result = (isBook: true, isDamaged: true)
        do throws(MarkupError) {
            result = try book.read(data, into: &text) { clock.goesOn }
        } catch .tooDeep {
            // What came before was read.
        } catch {
            throw PreviewError(.malformed, file: file, reason: "the book is damaged: it \(error.reason)")
        }
        guard result.isBook else {
            throw PreviewError.wrongKind(file, "the file is not a book: it holds no FictionBook")
        }
        return (book.facts, isCut || result.isDamaged)
    }

    private func unpack(
        _ file: URL, _ patterns: [String], _ limits: PreviewLimits
    ) async throws(PreviewError) -> ArchiveContents {
        do throws(ArchiveError) {
            return try await archives.contents(
                of: file, matching: patterns,
                limits: ArchiveLimits(
                    maxSize: max(0, min(limits.maxRead, 64 << 20)) * 4, timeout: limits.timeout))
        } catch {
            throw error.previewError(file, kind: "a book")
        }
    }

    /// The pattern that matches a name alone.
    private static func pattern(_ name: String) -> String {
        name.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
