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
        features: Set(["xml", "json", "json-seq", "yaml"].map(PluginFeature.readsSuffix)), revision: 4
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
            return Preview(
                summary: ends.text.leadingSummary(), text: ends.text.prefix(utf8: limits.maxText).text,
                isTruncated: true, mediaType: document.mediaType, metadata: ends.decoding.metadata)
        }
        let decoded = DecodedText(of: data, declared: document.mediaType.charset, isCut: !isWhole)
        let all = decoded.text.withoutEscapeSequences.readable
        let (text, isCut) = all.prefix(utf8: limits.maxText)
        return Preview(
            summary: text.leadingSummary(), text: text, isTruncated: isCut || !isWhole,
            mediaType: document.mediaType, metadata: decoded.decoding.metadata,
            notes: isCut || !isWhole
                ? try Self.rest(
                    of: document, behind: TextEnds.size(of: text, in: all, data), decoded.decoding.encoding)
                : [])
    }

    /// How much of a text in UTF-8 is left out; what another encoding takes for it is not known.
    private static func rest(
        of document: PreviewDocument, behind shown: Int, _ encoding: TextEncoding
    ) throws(PreviewError) -> [String] {
        let size = try RegularFile.end(of: document.file, count: 0).size
        guard encoding == .utf8, size > shown else { return [] }
        return ["Left out: \(ByteCount(Int64(size - shown))) of \(ByteCount(Int64(size)))"]
    }
}
