import CarrelBasics
import CarrelMarkup
import Foundation

/// Gathers the text of an element, in whichever way its feed wrote it: plain, as HTML with its tags escaped, as markup
/// within the feed, or in base 64.
struct TextConstruct {
    /// How the text is written.
    enum Form: Equatable {
        case plain
        /// Tags are escaped, or there are none.
        case html
        /// What RSS does not say: HTML where it looks so.
        case either
        /// Elements.
        case markup
        /// Coded bytes, of HTML where they look so.
        case base64
    }

    // More is not read of one text; half of it is more than is kept.
    private static let maxSize = 128 << 10
    // Elements without an end tag in HTML.
    private static let void: Set<Substring> = ["br", "hr", "img", "input", "wbr", "col", "area"]

    /// What the text is for.
    let field: FeedField
    private let form: Form
    private var depth = 0
    private var text = ""
    private var size = 0
    private var hasElements: Bool

    init(_ field: FeedField, _ form: Form) {
        (self.field, self.form) = (field, form)
        hasElements = form == .markup
    }

    /// Takes text.
    mutating func add(_ part: String) {
        guard size < Self.maxSize else { return }
        size += part.utf8.count
        text += hasElements && form != .html ? Self.escaped(part) : part
    }

    /// Takes the beginning of an element within.
    mutating func open(_ name: String) {
        depth += 1
        if !hasElements {
            hasElements = true
            if form != .html { text = Self.escaped(text) }
        }
        tag("<\(Self.local(name))>")
    }

    /// Takes the end of an element; whether that was one within.
    mutating func close(_ name: String) -> Bool {
        guard depth > 0 else { return false }
        depth -= 1
        let name = Self.local(name)
        if !Self.void.contains(name) { tag("</\(name)>") }
        return true
    }

    private mutating func tag(_ tag: String) {
        guard size < Self.maxSize else { return }
        size += tag.utf8.count
        text += tag
    }

    private static func local(_ name: String) -> Substring {
        name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return text
        }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    // MARK: What was gathered

    /// The text as a reader sees it; `nil` if there is none.
    var readable: String? {
        let shown =
            switch form {
            case .base64: Self.decoded(text)
            case .plain where !hasElements: text
            case .either where !hasElements && !LooksLikeHTML.holds(of: text): text
            default: HTMLFragment.text(text)
            }
        return shown.readable.trimmed.nonEmpty
    }

    /// The text as it stands, on one line; `nil` if there is none.
    var line: String? {
        text.prefix(utf8: 8192).text.singleLine.nonEmpty
    }

    /// The text as an address; `nil` if there is none.
    var address: String? {
        text.addressText.nonEmpty
    }

    private static func decoded(_ text: String) -> String {
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return "" }
        let decoded = String(decoding: data, as: UTF8.self)
        return LooksLikeHTML.holds(of: decoded) ? HTMLFragment.text(decoded) : decoded
    }
}
