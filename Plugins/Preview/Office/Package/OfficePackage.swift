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

    /// A name as all compare equal that mean the same part.
    static func canonical(_ name: String) -> String {
        let name = name.lowercased().replacing("\\", with: "/")
        return name.hasPrefix("/") ? String(name.dropFirst()) : name
    }

    /// A small part as a tree; `nil` if it is missing or no XML.
    func tree(_ name: String, _ namespaces: [String: String] = OfficeNamespaces.openXML) -> MarkupElement? {
        guard let data = self[name] else { return nil }
        return try? MarkupReader.readXMLTree(data, namespaces: namespaces, limits: Self.limits)
    }

    /// The names of those who made comments, by their identifiers; `name` is the attribute that has them.
    func people(_ name: String, in parts: [String]) -> [String: String] {
        let elements = parts.compactMap { tree($0) }.flatMap { Array($0.elements) }
        return Dictionary(elements.map { ($0["id"] ?? "", $0[name] ?? "") }) { $1 }
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
    /// The parts, by the identifiers that refer to them.
    private var named: [String: String] = [:]
    /// The parts in order, each once, by the last word of their type, such as `footnotes`.
    private var kinds: [String: [String]] = [:]

    init(_ root: MarkupElement?, folder: String) {
        var seen: Set<[String]> = []
        for element in root?.all("rel:Relationship") ?? [] {
            guard let id = element["Id"], let target = element["Target"], element["TargetMode"] != "External"
            else { continue }
            let kind = element["Type"]?.split(separator: "/").last.map { String($0) } ?? ""
            let part = Self.resolve(target, in: folder)
            if named[id] == nil { named[id] = part }
            if seen.insert([kind, part]).inserted { kinds[kind, default: []].append(part) }
        }
    }

    /// The part of an identifier.
    subscript(id: String?) -> String? { id.flatMap { named[$0] } }

    func part(_ kind: String) -> String? { kinds[kind]?.first }

    /// The parts of a kind, in order.
    func parts(_ kind: String) -> [String] { kinds[kind] ?? [] }

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
        return OfficePackage.canonical(steps.joined(separator: "/"))
    }
}
