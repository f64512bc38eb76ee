import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Shows the text of PDF documents through poppler's pdftotext, pdfinfo and pdftohtml, side by side and each in a locked
/// room.
public struct PDFTextPreviewer: Previewer {
    private let tools: any ToolRunner
    private let timeout: Duration
    private let maxPages: Int

    /// Makes a previewer that runs its programs with the given runner.
    public init(_ settings: Settings = Settings(), tools: any ToolRunner) {
        self.tools = tools
        timeout = settings[Self.timeoutSetting]
        maxPages = settings[Self.maxPagesSetting]
    }

    static let timeoutSetting = Setting<Duration>(
        "timeout", default: .seconds(20), constraint: .within(.milliseconds(1) ... .seconds(600)),
        help: "The longest time for one document")
    static let maxPagesSetting = Setting<Int>(
        "max-pages", default: 1000, constraint: .within(1...1_000_000),
        help: "The most pages to read of one document")

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "pdf-text", summary: "Reads the text and facts of PDF documents, with poppler's pdftotext",
        settings: [timeoutSetting, maxPagesSetting], revision: 4,
        programs: { _, _ in
            [
                NeededProgram("pdftotext", package: "poppler-utils"),
                NeededProgram("pdfinfo", package: "poppler-utils"),
                NeededProgram("pdftohtml", package: "poppler-utils", for: "tables of contents"),
                NeededProgram("pdftoppm", package: "poppler-utils", for: "thumbnails"),
            ]
        }
    ) { settings, context in PDFTextPreviewer(settings, tools: context.tools) }

    /// Reads the document's text, its facts and its table of contents.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        try RegularFile.require(file)
        try document.checkCancelled()
        let pages = wanted(limits)
        // White space at the ends and control characters do not count: a little more than the limit.
        let room = max(0, min(limits.maxText, Int.max / 4)) * 2 + 4096
        async let factsAnswer = run("pdfinfo", ["-isodates", "-enc", "UTF-8"], [], limits, 1 << 20, file)
        async let outlineAnswer = outline(of: file, limits)
        async let attachedAnswer = attachments(of: file, limits)
        let deadline = ContinuousClock.now + min(timeout, limits.timeout)
        let textAnswer = await text(of: file, pages, isLaidOut: true, limits, room)
        // Without the text, the others are ended at once.
        let output = try textAnswer.get()
        var texts = PDFPages.pages(output.output)
        await readColumns(in: &texts, first: pages.lowerBound, of: file, limits, room, until: deadline)
        try document.checkCancelled()
        let (info, outline, attached) = await (factsAnswer, outlineAnswer, attachedAnswer)
        // A document whose text can be read needs no facts.
        let facts = (try? info.get()).map(PDFFacts.init) ?? PDFFacts()
        var result = preview(document, texts, of: output, facts, outline, pages, limits)
        if let note = attached?.note {
            result.metadata["attachments"] = attached.map { String($0.names.count) }
            result.notes.append(note)
        }
        return result
    }

    /// The text of pages, each ended by a form feed; long documents are read by several programs at once.
    ///
    /// - Parameters:
    ///   - file: the document.
    ///   - pages: the pages.
    ///   - isLaidOut: whether lines keep their layout; else they are in reading order, with broken words joined.
    ///   - limits: how much text is wanted, and how many programs may run at once.
    ///   - room: the most bytes of all text.
    /// - Returns: the text, or why there is none.
    func text(
        of file: URL, _ pages: ClosedRange<Int>, isLaidOut: Bool, _ limits: PreviewLimits, _ room: Int
    ) async -> Result<ToolOutput, PreviewError> {
        let options = (isLaidOut ? ["-layout"] : []) + ["-enc", "UTF-8", "-eol", "unix"]
        let shares = PDFShares.of(pages, in: file, limits)
        guard shares.count > 1 else { return await share(pages, of: file, options, limits, room) }
        let answers = await withTaskGroup(of: (Int, ToolOutput?).self) { group in
            for (index, share) in shares.enumerated() {
                group.addTask { (index, try? await self.share(share, of: file, options, limits, room).get()) }
            }
            var answers = [ToolOutput?](repeating: nil, count: shares.count)
            for await (index, answer) in group {
                answers[index] = answer
                // What fails or is too much for one is tried as a whole, so that it is told as that.
                if answer?.isTruncated ?? true { group.cancelAll() }
            }
            return answers
        }
        guard var whole = answers[0], answers.allSatisfy({ $0?.isTruncated == false }) else {
            return await share(pages, of: file, options, limits, room)
        }
        for case let answer? in answers.dropFirst() {
            whole.output += answer.output
            whole.errorText += answer.errorText
        }
        return .success(whole)
    }

    private func share(
        _ pages: ClosedRange<Int>, of file: URL, _ options: [String], _ limits: PreviewLimits, _ room: Int
    ) async -> Result<ToolOutput, PreviewError> {
        let range = ["-f", "\(pages.lowerBound)", "-l", "\(pages.upperBound)"]
        return await run("pdftotext", options + range, ["-"], limits, room, file)
    }

    private func preview(
        _ document: PreviewDocument, _ texts: [String], of output: ToolOutput, _ facts: PDFFacts,
        _ outline: String?, _ pages: ClosedRange<Int>, _ limits: PreviewLimits
    ) -> Preview {
        var text = PagedText(limit: limits.maxText)
        for (index, page) in texts.enumerated() {
            text.add(page: pages.lowerBound + index, page)
        }
        var metadata = facts.metadata
        metadata["outline"] = outline
        let rest = min(facts.pages ?? 0, limits.pages?.upperBound ?? .max) > pages.upperBound
        return Preview(
            title: facts.title, summary: text.text.leadingSummary(), text: text.text,
            isTruncated: text.isCut || output.isTruncated || rest, mediaType: document.mediaType,
            pages: facts.pages, pageMarks: text.marks, metadata: metadata,
            notes: PDFNotes.notes(
                facts: facts, text: text.text, textless: texts.count - text.marks.count,
                of: text.isCut || output.isTruncated ? 0 : texts.count, complaints: output.errorText))
    }

    /// The pages to read.
    private func wanted(_ limits: PreviewLimits) -> ClosedRange<Int> {
        guard let pages = limits.pages else { return 1...maxPages }
        let first = max(1, min(pages.lowerBound, Int.max / 2))
        return first...max(first, min(pages.upperBound, first + maxPages - 1))
    }

    /// The document's table of contents, where it has one; nothing goes wrong without it.
    private func outline(of file: URL, _ limits: PreviewLimits) async -> String? {
        guard PDFOutline.isPossible(in: file) else { return nil }
        let options = ["-xml", "-i", "-stdout", "-f", "1", "-l", "1", "-enc", "UTF-8"]
        let output = try? await run("pdftohtml", options, [], limits, 1 << 20, file).get()
        return output.flatMap { PDFOutline($0.output).text }
    }

    /// The files that are attached to the document; nothing goes wrong without them.
    private func attachments(of file: URL, _ limits: PreviewLimits) async -> PDFAttachments? {
        guard PDFAttachments.arePossible(in: file) else { return nil }
        let output = try? await run("pdfdetach", ["-enc", "UTF-8", "-list"], [], limits, 1 << 20, file).get()
        return output.map { PDFAttachments($0.output) }
    }

    func run(
        _ tool: String, _ options: [String], _ rest: [String], _ limits: PreviewLimits, _ outputLimit: Int,
        _ file: URL
    ) async -> Result<ToolOutput, PreviewError> {
        // The path is absolute, so that no name is taken for an option.
        let invocation = ToolInvocation(
            tool, options + [file.roomPath] + rest, timeout: min(timeout, limits.timeout),
            outputLimit: outputLimit,
            reads: [file])
        do throws(ToolError) {
            let output = try await tools.run(invocation)
            guard output.status == 0 || output.isTruncated else {
                return .failure(PDFFailure.error(output, of: tool, file: file))
            }
            return .success(output)
        } catch {
            return .failure(PDFFailure.error(error, file: file))
        }
    }
}
