import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Shows plain text in the encodings that it comes in.
public struct PlainTextPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "plain-text", summary: "Reads text files as they are, huge ones by their beginning and end",
        features: Set(["xml", "json", "json-seq", "yaml"].map(PluginFeature.readsSuffix)), revision: 6
    ) {
        _, _ in
        PlainTextPreviewer()
    }

    /// Reads the beginning of the file, and the end of a huge one.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limits.usefulRead())
        try document.checkCancelled()
        if !isWhole, let ends = try TextEnds(document, beginning: data, limits: limits) {
            let (text, isCut) = ends.text.prefix(utf8: limits.maxText)
            return Preview(
                summary: text.leadingSummary(), text: text, isTruncated: true, part: isCut ? nil : .withGaps,
                mediaType: document.mediaType, metadata: ends.decoding.metadata)
        }
        let decoded = DecodedText(of: data, declared: document.mediaType.charset, isCut: !isWhole)
        let all = decoded.text.withoutEscapeSequences.readable
        let (text, isCut) = all.prefix(utf8: limits.maxText)
        let size = try isWhole ? data.count : RegularFile.end(of: document.file, count: 0).size
        let shown = TextEnds.size(of: text, in: all, data)
        return Preview(
            summary: text.leadingSummary(), text: text, isTruncated: isCut || !isWhole,
            // How much another encoding takes for it is not known.
            part: decoded.decoding.encoding == .utf8
                ? .beginning(bytes: Int64(shown), size: Int64(size)) : nil,
            mediaType: document.mediaType, metadata: decoded.decoding.metadata)
    }
}
