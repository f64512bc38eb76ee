import CarrelBasics
import CarrelModel
import CarrelStages

/// A single file that was compressed: not an archive.
struct PackedFile {
    private let beginning: [UInt8]
    private let compression: String

    init(_ beginning: [UInt8], _ compression: String) {
        (self.beginning, self.compression) = (beginning, compression)
    }

    /// What can be said of it.
    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        let line = "One file, compressed with \(compression)" + (name.map { ": \($0)" } ?? "")
        let (text, isCut) = line.readable.prefix(utf8: limits.maxText)
        var metadata = ["compression": compression]
        metadata["name"] = name
        return Preview(
            summary: text.isEmpty ? nil : line, text: text, isTruncated: isCut, mediaType: document.mediaType,
            metadata: metadata)
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
