import CarrelBasics
import CarrelJSON
import CarrelModel
import CarrelStages

/// Reads a preview that a program wrote as JSON: docs/preview-command.schema.json is its form.
///
/// Keys that it does not know are ignored. Everything is made readable, and kept within limits.
enum CommandAnswer {
    /// What is wrong with an answer.
    struct Mistake: Error {
        var reason: String
    }

    private static let maxFacts = 100
    private static let maxNameLength = 64
    private static let maxFactLength = 4096
    private static let maxNotes = 20
    private static let maxMarks = 100_000

    static func preview(
        _ node: JSONNode, _ document: PreviewDocument, _ limits: PreviewLimits
    ) throws(Mistake) -> Preview {
        guard node.kind == .object else { throw Mistake(reason: "found \(node.summary), expected an object") }
        let (whole, marks) = try text(node)
        let (text, isCut) = whole.prefix(utf8: limits.maxText)
        let title = try string("title", of: node)?.titleText
        let summary = try string("summary", of: node)?.leadingSummary(500)
        return Preview(
            title: title?.isEmpty == true ? nil : title, summary: summary ?? text.leadingSummary(),
            text: text,
            form: try form(node), isTruncated: isCut, mediaType: document.mediaType,
            pages: try integer("pages", of: node), pageMarks: marks.filter { $0.offset < text.utf8.count },
            metadata: try metadata(node), notes: try notes(node))
    }

    // MARK: Text

    private static func form(_ node: JSONNode) throws(Mistake) -> Preview.Form {
        guard let text = try string("form", of: node) else { return .plain }
        guard let form = Preview.Form(rawValue: text) else {
            throw wrong("form", node, "plain or markdown")
        }
        return form
    }

    /// The readable text with the places of its pages, which move where something is left out.
    private static func text(_ node: JSONNode) throws(Mistake) -> (String, [Preview.PageMark]) {
        guard let raw = try string("text", of: node) else { return ("", []) }
        let marks = try pageMarks(node)
        let bytes = Array(raw.utf8)
        var text = ""
        var placed: [Preview.PageMark] = []
        var start = 0
        for mark in marks {
            guard mark.offset >= start, mark.offset < bytes.count, bytes[mark.offset] & 0xC0 != 0x80 else {
                throw Mistake(
                    reason:
                        "the offsets of pageMarks do not ascend within text, in bytes of UTF-8: \(mark.offset)"
                )
            }
            text += String(decoding: bytes[start..<mark.offset], as: UTF8.self).readable
            placed.append(Preview.PageMark(page: mark.page, offset: text.utf8.count))
            start = mark.offset
        }
        return (text + String(decoding: bytes[start...], as: UTF8.self).readable, placed)
    }

    private static func pageMarks(_ node: JSONNode) throws(Mistake) -> [Preview.PageMark] {
        var marks: [Preview.PageMark] = []
        for mark in try elements("pageMarks", of: node, atMost: maxMarks) {
            guard let page = try integer("page", of: mark), let offset = try integer("offset", of: mark),
                page > marks.last?.page ?? 0
            else { throw Mistake(reason: "pageMarks: expected objects with page, which ascends, and offset") }
            marks.append(Preview.PageMark(page: page, offset: offset))
        }
        return marks
    }

    // MARK: Facts

    private static func metadata(_ node: JSONNode) throws(Mistake) -> [String: String] {
        guard let facts = node["metadata"]?.present else { return [:] }
        guard let members = facts.members else { throw wrong("metadata", node, "an object") }
        var metadata: [String: String] = [:]
        for (name, value) in members where metadata.count < maxFacts {
            let name = name.prefix(utf8: maxNameLength).text.singleLine
            let text = text(of: value).map { $0.prefix(utf8: maxFactLength).text.readable.trimmed }
            guard let text else {
                throw Mistake(reason: "metadata: \(name) is \(value.summary), expected a string")
            }
            guard !name.isEmpty, !text.isEmpty else { continue }
            metadata[name] = text
        }
        return metadata
    }

    private static func text(of value: JSONNode) -> String? {
        value.string ?? value.wholeNumber ?? value.number.map { "\($0)" }
            ?? value.boolean.map { "\($0)" }
    }

    private static func notes(_ node: JSONNode) throws(Mistake) -> [String] {
        var notes: [String] = []
        for note in try elements("notes", of: node, atMost: maxNotes) {
            guard let text = note.string?.titleText else { throw wrong("notes", node, "strings") }
            if !text.isEmpty { notes.append(text) }
        }
        return notes
    }

    // MARK: Values: a key that is missing or null says nothing

    private static func string(_ name: String, of node: JSONNode) throws(Mistake) -> String? {
        guard let value = node[name]?.present else { return nil }
        guard let text = value.string else { throw wrong(name, node, "a string") }
        return text
    }

    private static func integer(_ name: String, of node: JSONNode) throws(Mistake) -> Int? {
        guard let value = node[name]?.present else { return nil }
        guard let number = value.integer, (0...1 << 31).contains(number) else {
            throw wrong(name, node, "a whole number from 0")
        }
        return Int(number)
    }

    private static func elements(
        _ name: String, of node: JSONNode, atMost limit: Int
    ) throws(Mistake) -> [JSONNode] {
        guard let value = node[name]?.present else { return [] }
        guard let elements = value.elements else { throw wrong(name, node, "an array") }
        return Array(elements.prefix(limit))
    }

    private static func wrong(_ name: String, _ node: JSONNode, _ expected: String) -> Mistake {
        Mistake(reason: "\(name): found \(node[name]?.summary ?? "nothing"), expected \(expected)")
    }
}
