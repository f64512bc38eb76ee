import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Shows the text of PDF documents through poppler's pdfinfo and pdftotext, each in a child process with limits.
public struct PDFTextPreviewer: Previewer {
    private let tools: any ToolRunner
    private let timeout: Duration
    private let maxPages: Int

    /// Makes a previewer that runs its programs with the given runner.
    public init(tools: any ToolRunner) { self.init(Settings(), tools: tools) }

    init(_ settings: Settings, tools: any ToolRunner) {
        self.tools = tools
        timeout = settings[Self.timeoutSetting]
        maxPages = settings[Self.maxPagesSetting]
    }

    static let timeoutSetting = Setting<Duration>(
        "timeout", default: .seconds(20), help: "The longest time for one document")
    static let maxPagesSetting = Setting<Int>(
        "max-pages", default: 1000, constraint: .within(1...1_000_000),
        help: "The most pages to read of one document")

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "pdf-text", summary: "Reads the text and facts of PDF documents, with poppler's pdftotext",
        settings: [timeoutSetting, maxPagesSetting]
    ) { settings, context in PDFTextPreviewer(settings, tools: context.tools) }

    /// Reads the document's facts, then its text.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        try RegularFile.require(document.file)
        // The path is absolute, so that no name is taken for an option.
        let path = document.file.absoluteURL.standardizedFileURL.path
        let time = min(timeout, limits.timeout)
        // The facts are at hand at once in any document that is not made to hold a reader up.
        let facts = PDFFacts(
            try await run("pdfinfo", ["-isodates", "-enc", "UTF-8", path], time / 4, 1 << 20, document.file))
        let arguments = ["-enc", "UTF-8", "-eol", "unix", "-f", "1", "-l", "\(maxPages)", path, "-"]
        // White space at the ends and control characters do not count: a little more than the limit.
        let limit = max(0, min(limits.maxText, Int.max / 2)) + 4096
        let output = try await run("pdftotext", arguments, time * 3 / 4, limit, document.file)

        let pages = String(decoding: output.output, as: UTF8.self).split(separator: "\u{0C}")
        let whole = pages.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }.joined(separator: "\n\n").readable
        let (text, isCut) = whole.prefix(utf8: limits.maxText)
        return Preview(
            title: facts.title, summary: text.leadingSummary(), text: text,
            isTruncated: isCut || output.isTruncated || (facts.pages ?? 0) > maxPages,
            mediaType: document.mediaType, pages: facts.pages, metadata: facts.metadata)
    }

    private func run(
        _ tool: String, _ arguments: [String], _ timeout: Duration, _ outputLimit: Int, _ file: URL
    ) async throws(PreviewError) -> ToolOutput {
        guard !Task.isCancelled else { throw PreviewError(.cancelled, file: file, reason: "cancelled") }
        let output: ToolOutput
        do throws(ToolError) {
            output = try await tools.run(
                ToolInvocation(tool, arguments, timeout: timeout, outputLimit: outputLimit))
        } catch {
            throw PDFFailure.error(error, file: file)
        }
        guard output.status == 0 || output.isTruncated else {
            throw PDFFailure.error(output, of: tool, file: file)
        }
        return output
    }
}
