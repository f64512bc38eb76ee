/// A template of document names, such as `{collection}-{basename}`.
public struct NameTemplate: Sendable, Hashable {
    /// A part that the item fills in.
    public enum Placeholder: String, Sendable, Hashable, CaseIterable {
        /// The collection's identity.
        case collection
        /// The last component of the URL's path, percent-decoded.
        case basename
        /// The basename without its extension.
        case stem
        /// The basename's extension without the dot.
        case `extension`
        /// The item's title.
        case title
    }

    private enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let parts: [Part]

    /// The placeholders as messages list them.
    public static var placeholderList: String {
        Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
    }

    /// Reads a template; `nil` where it has an unknown placeholder, an open brace, or none that tells items apart.
    public init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            parts.append(.text(String(rest[..<open])))
            guard let close = rest[open...].firstIndex(of: "}"),
                let placeholder = Placeholder(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { return nil }
        parts.append(.text(String(rest)))
        let distinguishes = parts.contains { part in
            [.placeholder(.basename), .placeholder(.stem), .placeholder(.title)].contains(part)
        }
        guard distinguishes else { return nil }
        self.parts = parts
    }

    /// Fills in the template; the result is not safe as a name yet.
    public func filled(_ value: (Placeholder) -> String) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .placeholder(let placeholder): result += value(placeholder)
            }
        }
        return result
    }
}
