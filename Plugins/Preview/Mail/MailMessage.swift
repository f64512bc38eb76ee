import CarrelBasics
import CarrelCalendars
import CarrelMarkup
import CarrelModel
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

    /// How a text is packed that only a mail program opens (OpenPGP, S/MIME).
    enum Seal: String {
        case encrypted
        case signed = "signed as a whole"
        case unknown = "encrypted or signed as a whole"
    }

    /// The fields of the message.
    let fields: HeaderFields
    /// The text, of alternatives the plain one that says something.
    private(set) var text = ""
    /// The events of a calendar that stands in the place of the text; that is Markdown then.
    private(set) var events: String?
    /// How the text was decoded.
    private(set) var decoding: TextDecoding?
    /// Whether something is left out: parts that are too many, or what is too deep within others.
    private(set) var isCut = false
    /// What keeps its text from being read.
    private(set) var seal: Seal?
    /// What is attached, in its order.
    private(set) var attachments: [Attachment] = []

    private let bytes: [UInt8]
    private let maxText: Int
    private var parts = 0

    private static let maxDepth = 16
    private static let maxParts = 1000
    // The best one first.
    private static let texts = ["text/plain", "text/html"]

    /// Reads the message in a range of bytes; of a page not much more text than `maxText` bytes.
    init(_ bytes: [UInt8], in range: Range<Int>, maxText: Int) {
        (self.bytes, self.maxText) = (bytes, maxText)
        fields = HeaderFields(bytes, in: range)
        read(fields, fields.end..<range.upperBound, depth: 0, isTold: false)
    }

    /// Reads a part; one whose text is told already counts for what is attached to it.
    private mutating func read(_ fields: HeaderFields, _ content: Range<Int>, depth: Int, isTold: Bool) {
        parts += 1
        guard parts <= Self.maxParts, depth <= Self.maxDepth else {
            isCut = true
            return
        }
        let type = ParameterizedValue(fields.raw("content-type") ?? "text/plain")
        seal = seal ?? Self.seal(type)
        if type.value.hasPrefix("multipart/"), let boundary = type["boundary"], !boundary.isEmpty {
            readParts(type.value, boundary, content, depth, isTold)
            return
        }
        let disposition = ParameterizedValue(fields.raw("content-disposition") ?? "")
        let name = disposition["filename"] ?? type["name"]
        let isShown = disposition.value != "attachment" && (name == nil || disposition.value == "inline")
        let data = TransferCoding.decode(bytes[content], fields.raw("content-transfer-encoding") ?? "")
        // A message that is a text of another kind alone is read as a plain one (RFC 2046 section 4.1.4).
        let isText = Self.texts.contains(type.value) || depth == 0 && type.value.hasPrefix("text/")
        if isShown, isText || !type.value.contains("/") {
            if !isTold { add(data, type) }
        } else {
            let message = type.value == "message/rfc822" ? HeaderFields(bytes, in: content) : nil
            let shown = (name ?? message?.text("subject"))?.titleText.nonEmpty
            attachments.append(Attachment(name: shown, type: type.value, size: data.count))
        }
    }

    private static func seal(_ type: ParameterizedValue) -> Seal? {
        switch type.value {
        case "multipart/encrypted": return .encrypted
        case "application/pkcs7-mime", "application/x-pkcs7-mime":
            guard let kind = type["smime-type"]?.lowercased() else { return .unknown }
            if kind.hasSuffix("enveloped-data") { return .encrypted }
            return kind == "signed-data" ? .signed : nil
        default: return nil
        }
    }

    /// Reads a calendar; whether there is something in it.
    private mutating func addCalendar(_ data: Data, _ type: ParameterizedValue) -> Bool {
        let decoded = DecodedText(of: ContentLines.unfold(data), declared: type["charset"])
        var layout = CalendarLayout(maxText: maxText)
        for line in ContentLines(decoded.text.withoutEscapeSequences.replacing("\r\n", with: "\n")) {
            layout.take(line)
        }
        layout.end()
        guard let summary = layout.summary else { return false }
        (text, events, decoding) = (layout.shown.text, summary, decoded.decoding)
        isCut = isCut || layout.isPart
        return true
    }

    private mutating func add(_ data: Data, _ type: ParameterizedValue) {
        if type.value == "text/calendar", addCalendar(data, type) { return }
        let isPage = type.value == "text/html"
        let own = isPage ? HTMLEncoding.encoding(of: data, transport: nil).name : nil
        let decoded = DecodedText(of: data, declared: type["charset"] ?? own)
        var part = decoded.text.withoutEscapeSequences.replacing("\r\n", with: "\n")
        if isPage {
            let page = HTMLFragment.reading(part, limit: .max, maxText: maxText)
            (part, isCut) = (page.text, isCut || page.isCut)
        } else if type["format"]?.lowercased() == "flowed" {
            part = Self.unflowed(part, deletesSpace: type["delsp"]?.lowercased() == "yes")
        }
        part = part.trimmed
        guard !part.isEmpty else { return }
        text += text.isEmpty ? part : "\n\n" + part
        if decoding == nil || decoded.decoding.encoding != .utf8 { decoding = decoded.decoding }
    }

    private mutating func readParts(
        _ type: String, _ boundary: String, _ content: Range<Int>, _ depth: Int, _ isTold: Bool
    ) {
        let parts = ranges(of: boundary, in: content).map { range in
            let fields = HeaderFields(bytes, in: range)
            let type = ParameterizedValue(fields.raw("content-type") ?? "text/plain").value
            let body = min(fields.end, range.upperBound)..<range.upperBound
            return (fields: fields, body: body, rank: Self.texts.firstIndex(of: type) ?? Self.texts.count)
        }
        guard type == "multipart/alternative" else {
            for part in parts { read(part.fields, part.body, depth: depth + 1, isTold: isTold) }
            return
        }
        // All say the same: the first one that says something is read, the plain one before the others.
        let length = text.utf8.count
        for rank in 0...Self.texts.count {
            for part in parts where part.rank == rank {
                let isTold = isTold || text.utf8.count > length
                read(part.fields, part.body, depth: depth + 1, isTold: isTold)
            }
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
