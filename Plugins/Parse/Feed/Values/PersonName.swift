import CarrelBasics

/// The name of a person as feeds write it.
enum PersonName {
    /// The name in `me@example.org (Ada Byron)`, `Ada Byron <me@example.org>` and the like; an address without a name is
    /// the name.
    static func text(_ text: String?) -> String? {
        let text = (text ?? "").titleText
        guard !text.isEmpty else { return nil }
        guard let at = text.firstIndex(of: "@") else { return text }
        if let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close {
            let inner = String(text[text.index(after: open)..<close]).trimmed
            let name = at < open ? inner : String(text[..<open]).trimmed
            return name.isEmpty ? text : name
        }
        if let open = text.firstIndex(of: "<"), open < at {
            let name = String(text[..<open]).trimmed
            return name.isEmpty ? text : name
        }
        return text
    }
}
