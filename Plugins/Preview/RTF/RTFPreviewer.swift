import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Shows documents of RTF as Markdown.
public struct RTFPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "rtf", summary: "Reads documents of RTF", revision: 4
    ) { _, _ in RTFPreviewer() }

    /// Reads the document.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let clock = PreviewClock(file: document.file, timeout: limits.timeout)
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limits.maxRead)
        try clock.check()
        let beginning = data.prefix(64).drop { $0 <= 0x20 || $0 >= 0x80 }
        guard beginning.starts(with: Data("{\\rt".utf8)) else {
            throw PreviewError.wrongKind(document.file, "the file is not an RTF document")
        }
        var reader = RTFReader([UInt8](data[beginning.startIndex...]))
        var text = DocumentText(limit: limits.maxText)
        reader.read(into: &text) { clock.goesOn }
        try clock.check()
        let (shown, isCut) = text.markdown.text.readable.prefix(utf8: limits.maxText)
        return Preview(
            title: reader.facts.title ?? text.firstHeading?.titleText, summary: text.opening.leadingSummary(),
            text: shown, form: .markdown, isTruncated: isCut || !isWhole || !reader.isWhole,
            mediaType: document.mediaType, pages: reader.facts.pages, metadata: reader.facts.metadata)
    }
}
