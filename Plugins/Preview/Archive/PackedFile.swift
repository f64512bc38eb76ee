import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// A single file that was compressed: not an archive.
struct PackedFile {
    private let beginning: [UInt8]
    private let compression: String

    init(_ beginning: [UInt8], _ compression: String) {
        (self.beginning, self.compression) = (beginning, compression)
    }

    /// Shows its text, if it is one, or what can be said of it.
    ///
    /// - Parameters:
    ///   - document: the file.
    ///   - limits: how much text to return.
    ///   - content: the beginning of what was compressed, if that is known.
    /// - Returns: the preview.
    func preview(_ document: PreviewDocument, _ limits: PreviewLimits, content: ToolOutput?) -> Preview {
        let line = "One file, compressed with \(compression)" + (name.map { ": \($0)" } ?? "")
        let (text, isCut) = line.readable.prefix(utf8: limits.maxText)
        var metadata = ["compression": compression]
        metadata["name"] = name
        var preview = Preview(
            summary: text.isEmpty ? nil : line, text: text, isTruncated: isCut, mediaType: document.mediaType,
            metadata: metadata)
        if let content { Self.put(content, in: &preview, limits) }
        return preview
    }

    private static func put(_ content: ToolOutput, in preview: inout Preview, _ limits: PreviewLimits) {
        let isDamaged = content.status != 0 && !content.isTruncated
        if isDamaged { preview.notes = ["The file is damaged or incomplete: its end may be missing"] }
        guard isText(content.output) else { return }
        let decoded = DecodedText(of: content.output, isCut: content.isTruncated || isDamaged)
        let shown = decoded.text.withoutEscapeSequences.replacing("\r\n", with: "\n")
        let (text, isCut) = shown.readable.prefix(utf8: limits.maxText)
        preview.text = text
        preview.isTruncated = isCut || content.isTruncated || isDamaged
        preview.metadata.merge(decoded.decoding.metadata) { $1 }
    }

    /// Whether there is something, no control character that text does not have, and no page in letters.
    static func isText(_ data: Data) -> Bool {
        !data.isEmpty && !["%PDF-", "%!PS"].contains { data.starts(with: $0.utf8) }
            && data.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1B }
    }

    /// The name that gzip keeps (RFC 1952), in Latin-1, often UTF-8.
    private var name: String? {
        guard compression == "gzip", beginning.count > 10, beginning[3] & 0x08 != 0 else { return nil }
        var rest = beginning.dropFirst(10)
        if beginning[3] & 0x04 != 0 {
            guard rest.count >= 2 else { return nil }
            let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
            rest = rest.dropFirst(2 + length)
        }
        guard let end = rest.firstIndex(of: 0) else { return nil }
        return String(utf8OrLatin1: rest[..<end].prefix(1024)).titleText.nonEmpty
    }
}
