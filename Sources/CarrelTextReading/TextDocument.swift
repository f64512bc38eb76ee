import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// A document that is text, as previewers read it.
public struct TextDocument: Sendable {
    /// The text, with line feeds alone as line ends and nothing for a terminal; of a large document the beginning.
    public let text: String
    /// Whether that is all of the document.
    public let isWhole: Bool
    /// How it was decoded.
    public let decoding: TextDecoding
    private let mediaType: MediaType

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: the file and its media type, whose charset counts.
    ///   - limit: the most bytes to read.
    ///   - prepare: changes the bytes before they are decoded.
    /// - Throws: `PreviewError` with code `.unreadable` or `.cancelled`.
    public init(
        _ document: PreviewDocument, limit: Int, prepare: (Data) -> Data = { $0 }
    ) throws(PreviewError) {
        let (bytes, isWhole) = try RegularFile.beginning(of: document.file, limit: limit)
        try document.checkCancelled()
        let data = prepare(bytes)
        let decoded = DecodedText(of: data, declared: document.mediaType.charset, isCut: !isWhole)
        let text = decoded.text.withoutEscapeSequences
        self.text =
            text.contains(byte: UInt8(ascii: "\r"))
            ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
        self.isWhole = isWhole
        decoding = decoded.decoding
        mediaType = document.mediaType
        try document.checkCancelled()
    }

    /// The number of lines.
    public var lineCount: Int {
        text.utf8.count { $0 == UInt8(ascii: "\n") }
            + (text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? 0 : 1)
    }

    /// A preview of the document.
    ///
    /// - Parameters:
    ///   - title: the document's own title.
    ///   - summary: its description of itself; the beginning of the text unless there is one.
    ///   - shown: what is shown of it, which is made readable and cut here.
    ///   - form: how that is written.
    ///   - isPart: whether its end was left out.
    ///   - hasGaps: whether something before its end was left out.
    ///   - facts: facts by their names, each put on one line; empty ones are left out.
    ///   - limits: how much text to return.
    public func preview(
        title: String? = nil, summary: String? = nil, shown: String, form: Preview.Form = .plain,
        isPart: Bool = false, hasGaps: Bool = false,
        facts: [String: String] = [:], limits: PreviewLimits
    ) -> Preview {
        let (text, isCut) = shown.readable.prefix(utf8: limits.maxText)
        let endsEarly = isCut || isPart || !isWhole
        return Preview(
            title: title?.titleText.nonEmpty, summary: (summary ?? text).leadingSummary(),
            text: text,
            form: form, isTruncated: endsEarly || hasGaps, part: hasGaps && !endsEarly ? .withGaps : nil,
            mediaType: mediaType,
            metadata: facts.mapValues(\.titleText).filter { !$0.value.isEmpty }.merging(decoding.metadata) {
                $1
            })
    }
}
