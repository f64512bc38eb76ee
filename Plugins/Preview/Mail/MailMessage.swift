import CarrelBasics
import CarrelMarkup
import CarrelText
import Foundation

/// A message: its fields, its text, and what is attached (RFC 5322, MIME).
struct MailMessage {
    /// Something attached.
    struct Attachment {
        var name: String?
        var type: String
        /// The size in bytes without the coding for the transfer.
        var size: Int
    }

    /// The fields of the message.
    let fields: HeaderFields
    /// The text, of alternatives the plain one.
    private(set) var text = ""
    /// How the text was decoded.
    private(set) var decoding: TextDecoding?
    /// What is attached, in its order.
    private(set) var attachments: [Attachment] = []

    private let bytes: [UInt8]
    private var parts = 0

    private static let maxDepth = 16
    private static let maxParts = 1000

    /// Reads the message in a range of bytes.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        fields = HeaderFields(bytes, from: range.lowerBound, to: range.upperBound)
        read(fields, fields.end..<range.upperBound, depth: 0)
    }

    private mutating func read(_ fields: HeaderFields, _ content: Range<Int>, depth: Int) {
        parts += 1
        guard parts <= Self.maxParts, depth <= Self.maxDepth else { return }
        let type = ParameterizedValue(fields.raw("content-type") ?? "text/plain")
        if type.value.hasPrefix("multipart/"), let boundary = type["boundary"], !boundary.isEmpty {
            readParts(type.value, boundary, content, depth)
            return
        }
        let disposition = ParameterizedValue(fields.raw("content-disposition") ?? "")
        let name = disposition["filename"] ?? type["name"]
        let isShown = disposition.value != "attachment" && (name == nil || disposition.value == "inline")
        let data = TransferCoding.decode(bytes[content], fields.raw("content-transfer-encoding") ?? "")
        if isShown, type.value == "text/plain" || type.value == "text/html" || type.value.isEmpty {
            add(data, type)
        } else {
            attachments.append(Attachment(name: name?.titleText, type: type.value, size: data.count))
        }
    }

    private mutating func add(_ data: Data, _ type: ParameterizedValue) {
        let isPage = type.value == "text/html"
        let own = isPage ? HTMLEncoding.encoding(of: data, transport: nil).name : nil
        let decoded = DecodedText(of: data, declared: type["charset"] ?? own)
        var part = decoded.text.replacing("\r\n", with: "\n")
        if isPage {
            part = HTMLFragment.text(part)
        } else if type["format"]?.lowercased() == "flowed" {
            part = Self.unflowed(part, deletesSpace: type["delsp"]?.lowercased() == "yes")
        }
        part = part.trimmed
        guard !part.isEmpty else { return }
        text += text.isEmpty ? part : "\n\n" + part
        if decoding == nil || decoded.decoding.encoding != .utf8 { decoding = decoded.decoding }
    }

    private mutating func readParts(_ type: String, _ boundary: String, _ content: Range<Int>, _ depth: Int) {
        let ranges = ranges(of: boundary, in: content)
        let parts = ranges.map { range in
            (fields: HeaderFields(bytes, from: range.lowerBound, to: range.upperBound), range: range)
        }
        let body = { (part: (fields: HeaderFields, range: Range<Int>)) in
            min(part.fields.end, part.range.upperBound)..<part.range.upperBound
        }
        guard type == "multipart/alternative" else {
            for part in parts { read(part.fields, body(part), depth: depth + 1) }
            return
        }
        // All say the same; the plain one is the one to read.
        let kinds = parts.map { ParameterizedValue($0.fields.raw("content-type") ?? "text/plain").value }
        let choice =
            kinds.firstIndex(of: "text/plain") ?? kinds.firstIndex(of: "text/html")
            ?? kinds.firstIndex { $0.hasPrefix("multipart/") } ?? 0
        for (index, part) in parts.enumerated() {
            let isText = kinds[index] == "text/plain" || kinds[index] == "text/html"
            if index == choice || !isText { read(part.fields, body(part), depth: depth + 1) }
        }
    }

    /// The parts between lines of a boundary; the last may lack its end.
    private func ranges(of boundary: String, in content: Range<Int>) -> [Range<Int>] {
        let mark = Array("--\(boundary)".utf8)
        var ranges: [Range<Int>] = []
        var start: Int?
        var line = content.lowerBound
        while line < content.upperBound, ranges.count < Self.maxParts {
            let end =
                bytes[line..<content.upperBound].firstIndex(of: 0x0A).map { $0 + 1 } ?? content.upperBound
            if bytes[line..<end].starts(with: mark) {
                let rest = bytes[(line + mark.count)..<end].drop { $0 == 0x2D }
                if rest.allSatisfy({ $0 <= 0x20 }) {
                    if let start { ranges.append(start..<max(start, line)) }
                    start = end
                    if bytes[(line + mark.count)..<end].starts(with: [0x2D, 0x2D]) { return ranges }
                }
            }
            line = end
        }
        if let start, start < content.upperBound { ranges.append(start..<content.upperBound) }
        return ranges
    }

    /// Joins the lines of a paragraph that was broken for the way (RFC 3676).
    private static func unflowed(_ text: String, deletesSpace: Bool) -> String {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.hasPrefix(" ") ? line.dropFirst() : line
            if line.hasSuffix(" "), line != "-- ", !line.hasPrefix(">") {
                result += deletesSpace ? line.dropLast() : line
            } else {
                result += line + "\n"
            }
        }
        return result
    }
}
