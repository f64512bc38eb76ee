import CarrelArchives
import CarrelMarkup
import Foundation

/// The parts of an office document: the files in its archive, by name.
struct OfficePackage {
    private var parts: [String: Data] = [:]
    /// Whether parts are missing or cut for the limits.
    private(set) var isCut: Bool
    /// The names of the parts, in the archive's order.
    private(set) var names: [String] = []

    // Deeper ones are made to take a reader's memory: real documents have a tenth of it.
    static let limits = MarkupLimits(maxSize: 256 << 20, maxDepth: 256)

    init(_ contents: ArchiveContents) {
        isCut = contents.isCut
        add(contents)
    }

    /// Adds parts that were unpacked later.
    mutating func add(_ contents: ArchiveContents) {
        isCut = isCut || contents.isCut
        for entry in contents.entries {
            let name = Self.canonical(entry.name)
            guard parts[name] == nil else { continue }
            parts[name] = entry.data
            names.append(entry.name)
        }
    }

    /// A part's content; names do not depend on case.
    subscript(name: String) -> Data? { parts[Self.canonical(name)] }

    private static func canonical(_ name: String) -> String {
        let name = name.lowercased().replacing("\\", with: "/")
        return name.hasPrefix("/") ? String(name.dropFirst()) : name
    }

    /// A small part as a tree; `nil` if it is missing or no XML.
    func tree(_ name: String, _ namespaces: [String: String] = OfficeNamespaces.openXML) -> MarkupElement? {
        guard let data = self[name] else { return nil }
        return try? MarkupReader.readXMLTree(data, namespaces: namespaces, limits: Self.limits)
    }

    /// Where the parts are that a part refers to.
    func relationships(of part: String) -> Relationships {
        let slash = part.lastIndex(of: "/").map(part.index(after:)) ?? part.startIndex
        let file = part[..<slash] + "_rels/" + part[slash...] + ".rels"
        return Relationships(tree(String(file)), folder: String(part[..<slash]))
    }
}

/// What a part of an OOXML document refers to.
struct Relationships {
    /// A reference to another part.
    struct Target {
        let id: String
        /// The last word of its type, such as `footnotes`.
        let kind: String
        /// The name of the part.
        let part: String
    }

    /// The references to parts, in order.
    let targets: [Target]

    init(_ root: MarkupElement?, folder: String) {
        let elements = root?.all("rel:Relationship") ?? []
        targets = elements.prefix(20_000).compactMap { element in
            guard let id = element["Id"], let target = element["Target"], element["TargetMode"] != "External"
            else { return nil }
            let kind = element["Type"].flatMap { $0.split(separator: "/").last } ?? ""
            return Target(id: id, kind: String(kind), part: Self.resolve(target, in: folder))
        }
    }

    /// The part of an identifier.
    subscript(id: String?) -> String? { id.flatMap { id in targets.first { $0.id == id }?.part } }

    func part(_ kind: String) -> String? { targets.first { $0.kind == kind }?.part }

    /// The parts of a kind, in order.
    func parts(_ kind: String) -> [String] { targets.filter { $0.kind == kind }.map(\.part) }

    private static func resolve(_ target: String, in folder: String) -> String {
        let path = target.hasPrefix("/") ? String(target.dropFirst()) : folder + target
        var steps: [Substring] = []
        for step in path.split(separator: "/") {
            switch step {
            case ".": break
            case "..": _ = steps.popLast()
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }
}
