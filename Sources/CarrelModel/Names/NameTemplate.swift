/// A template of document names, such as `{collection}-{basename}` or `{catalogue}/{collection}/{title}.{extension}`.
///
/// A slash in the template separates folders; one in a value does not, but for those of `{path}`.
public struct NameTemplate: Sendable, Hashable {
    /// A part that is filled in for each document.
    public enum Placeholder: String, Sendable, Hashable, CaseIterable {
        /// The catalogue's name.
        case catalog = "catalogue"
        /// The collection's identity.
        case collection
        /// The path that the catalogue gives the document, with its folders; the basename if it gives none.
        case path
        /// The last component of the URL's path, percent-decoded.
        case basename
        /// The basename without its extension.
        case stem
        /// The basename's extension without the dot.
        case `extension`
        /// The item's title.
        case title
        /// The item's place in its collection, with at least two digits.
        case number
        /// The host of the item's URL.
        case host
        /// The day on which the document is stored: `2026-01-31`.
        case date

        /// Whether its value differs between the items of a collection.
        var distinguishes: Bool { [.path, .basename, .stem, .title, .number].contains(self) }
    }

    private enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    /// The parts of each folder, and last those of the file's name.
    private let components: [[Part]]
    /// Those in any of them, looked up for each name.
    private let placeholders: Set<Placeholder>

    /// The most folders in a template.
    public static let maxFolders = 8

    /// The placeholders as messages list them.
    public static var placeholderList: String {
        Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
    }

    /// Reads a template.
    ///
    /// It is `nil` if a placeholder is unknown or a brace unpaired, if no placeholder of the file's name tells items
    /// apart, if `{path}` is not the last component by itself, if a folder is empty, `.` or `..`, or if there are more than `maxFolders`.
    public init?(_ text: String) {
        var components: [[Part]] = []
        for component in DocumentName.components(of: text) {
            let isPathBefore = components.last == [.placeholder(.path)]
            guard let parts = Self.parts(component[...]), !isPathBefore,
                !parts.contains(.placeholder(.path)) || parts == [.placeholder(.path)]
            else { return nil }
            components.append(parts)
        }
        let distinguishes = components.last?.contains { part in
            if case .placeholder(let placeholder) = part { placeholder.distinguishes } else { false }
        }
        guard distinguishes == true, components.count <= Self.maxFolders + 1 else { return nil }
        self.components = components
        placeholders = Set(Placeholder.allCases.filter { components.joined().contains(.placeholder($0)) })
    }

    private static func parts(_ text: Substring) -> [Part]? {
        guard !text.isEmpty, text != ".", text != ".." else { return nil }
        var parts: [Part] = []
        var rest = text
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}"),
                let placeholder = Placeholder(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { return nil }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    /// Whether the template has a placeholder.
    public func uses(_ placeholder: Placeholder) -> Bool { placeholders.contains(placeholder) }

    /// Fills in the template.
    ///
    /// - Parameter value: gives the value of a placeholder.
    /// - Returns: the folders, then the file's name; not safe yet.
    public func filled(_ value: (Placeholder) -> String) -> [String] {
        var filled: [String] = []
        filled.reserveCapacity(components.count)
        for parts in components {
            if case .placeholder(.path)? = parts.first {
                filled += DocumentName.parts(ofPath: value(.path))
            } else {
                filled.append(text(parts, value))
            }
        }
        return filled
    }

    private func text(_ parts: [Part], _ value: (Placeholder) -> String) -> String {
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
