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
        guard let template = try? Self(checking: text) else { return nil }
        self = template
    }

    /// What is wrong with a text as a template; `nil` if nothing is.
    public static func fault(in text: String) -> String? {
        do throws(Fault) {
            _ = try Self(checking: text)
            return nil
        } catch {
            return error.reason
        }
    }

    private struct Fault: Error {
        var reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private init(checking text: String) throws(Fault) {
        guard !text.isEmpty else { throw Fault("it is empty") }
        var components: [[Part]] = []
        for component in DocumentName.components(of: text) {
            let isPathBefore = components.last == [.placeholder(.path)]
            let parts = try Self.parts(component[...])
            guard !isPathBefore, !parts.contains(.placeholder(.path)) || parts == [.placeholder(.path)] else {
                throw Fault("{path} must be the last part by itself, as in {collection}/{path}")
            }
            components.append(parts)
        }
        let distinguishes = components.last?.contains { part in
            if case .placeholder(let placeholder) = part { placeholder.distinguishes } else { false }
        }
        guard distinguishes == true else {
            let names = Placeholder.allCases.filter(\.distinguishes).map { "{\($0.rawValue)}" }
            throw Fault(
                "the file's name needs one of \(names.joined(separator: ", ")), which tell documents apart")
        }
        guard components.count <= Self.maxFolders + 1 else {
            throw Fault("it has more than \(Self.maxFolders) folders")
        }
        self.components = components
        placeholders = Set(Placeholder.allCases.filter { components.joined().contains(.placeholder($0)) })
    }

    private static func parts(_ text: Substring) throws(Fault) -> [Part] {
        guard !text.isEmpty else { throw Fault("a folder or the file has no name before or behind a slash") }
        guard text != ".", text != ".." else { throw Fault("nothing can be called \(text)") }
        var parts: [Part] = []
        var rest = text
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else { throw Fault("a { has no } behind it") }
            let name = String(rest[rest.index(after: open)..<close])
            guard let placeholder = Placeholder(rawValue: name) else {
                throw Fault("{\(name)} is not a placeholder")
            }
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { throw Fault("a } has no { before it") }
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
