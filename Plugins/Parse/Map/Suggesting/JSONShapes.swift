import CarrelJSON
import CarrelJSONReading

/// Finds what looks like a list in JSON: arrays of objects, objects of objects that are alike, and rows of a table.
struct JSONShapes {
    // Members that say nothing of what they hold, as in `{"title": {"rendered": …}}`.
    private static let wrappers: Set = [
        "rendered", "value", "@value", "text", "#text", "$t", "plain", "default",
    ]
    // A shape shows in a few entries of each list.
    private static let sampled = 20
    private static let maxDepth = 8
    private static let maxSteps = 200_000

    private var shapes: [String: ListShape] = [:]
    private var steps = 0

    /// The lists of a document.
    static func of(_ root: JSONNode) -> [ListShape] {
        var finder = JSONShapes()
        finder.look(at: root, path: "$", around: nil, depth: 0)
        return finder.shapes.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func look(
        at node: JSONNode, path: String, around: (path: String, node: JSONNode)?, depth: Int
    ) {
        steps += 1
        guard depth < Self.maxDepth, steps < Self.maxSteps, !Task.isCancelled else { return }
        if let members = node.members, !Self.areAlike(members.map(\.node)) {
            let areGroups = Self.areListsAlike(members.map(\.node))
            for (name, member) in members where member.kind == .array || member.kind == .object {
                guard let step = areGroups ? ".*" : Self.step(name) else { continue }
                look(at: member, path: path + step, around: around, depth: depth + 1)
            }
            return
        }
        let elements = Array(node.children)
        let objects = elements.prefix(Self.sampled).filter { $0.kind == .object }
        guard !objects.isEmpty else {
            // Those within a record are its pictures and the like.
            if around == nil { lookForAddresses(elements, path: path) }
            return lookForRows(elements, path: path)
        }
        let place = path + "[*]"
        var shape = shapes[place] ?? ListShape()
        shape.count += elements.count
        if let around {
            shape.around = around.path
            shape.place = "@" + place.dropFirst(around.path.count)
            shape.aroundNames = (around.node.members.map { Array($0) } ?? []).compactMap { name, member in
                member.plainText == nil ? nil : Self.expression(name)
            }
        } else {
            shape.place = place
        }
        for object in objects {
            guard let ownMembers = object.members else { continue }
            for (name, member) in ownMembers {
                guard let step = Self.step(name), let expression = Self.expression(name) else { continue }
                if let text = member.plainText {
                    shape.add(expression, text)
                } else if let members = member.members {
                    // One level further: `{"file": {"url": …}}`.
                    for (inner, value) in members {
                        guard let text = value.plainText, let innerStep = Self.step(inner) else { continue }
                        let outer = Self.wrappers.contains(inner) ? name : nil
                        shape.add("@\(step)\(innerStep)", text, name: outer)
                    }
                }
            }
        }
        shapes[place] = shape
        for object in objects { look(at: object, path: place, around: (place, object), depth: depth + 1) }
    }

    /// Whether values are objects with mostly the same members, as the entries of a list have them.
    private static func areAlike(_ values: [JSONNode]) -> Bool {
        guard values.count > 1, values.allSatisfy({ $0.kind == .object }) else { return false }
        let names = values.prefix(sampled).map { Set(($0.members.map { Array($0) } ?? []).map(\.name)) }
        guard let first = names.first, !first.isEmpty else { return false }
        return names.allSatisfy { 2 * $0.intersection(first).count > max($0.count, first.count) }
    }

    /// Whether values are lists of entries that are alike, as where an object has a list for each year.
    private static func areListsAlike(_ values: [JSONNode]) -> Bool {
        guard values.allSatisfy({ $0.kind == .array }) else { return false }
        return areAlike(values.compactMap { list in list.children.first { _ in true } })
    }

    /// Notes a list of bare addresses.
    private mutating func lookForAddresses(_ elements: [JSONNode], path: String) {
        let texts = elements.prefix(Self.sampled).map(\.string)
        guard let first = texts.first ?? nil,
            texts.allSatisfy({ $0.map { $0.contains("://") && FieldGuess.isAddress($0) } ?? false })
        else { return }
        var shape = ListShape(place: path + "[*]")
        shape.count = elements.count
        shape.add("@", first, name: "url")
        shapes[shape.place] = shape
    }

    /// Notes the rows of a table, which the first one names.
    private mutating func lookForRows(_ elements: [JSONNode], path: String) {
        let rows = elements.prefix(Self.sampled).compactMap { row in
            row.elements.map { cells in cells.map(\.plainText) }
        }
        guard rows.count > 1, rows.count == min(elements.count, Self.sampled) else { return }
        let names = rows[0].compactMap(\.self)
        guard names.count == rows[0].count, names.count > 1, !names.contains(where: FieldGuess.isAddress)
        else { return }
        var shape = ListShape(place: path + "[1:]")
        shape.count = elements.count - 1
        for row in rows.dropFirst() {
            for (index, cell) in row.prefix(names.count).enumerated() {
                if let cell { shape.add("@[\(index)]", cell, name: names[index]) }
            }
        }
        shapes[shape.place] = shape
    }

    /// What gives a member of an entry; `nil` for a name that no list of documents has.
    private static func expression(_ name: String) -> String? {
        step(name).map { MapExpression.isName(name) ? name : "@\($0)" }
    }

    /// A step of a path; `nil` for a name that no list of documents has.
    static func step(_ name: String) -> String? {
        if name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil { return ".\(name)" }
        guard !name.isEmpty, name.utf8.count <= 60,
            !name.contains(where: { "'\\\"".contains($0) || !$0.isASCII && !$0.isLetter })
        else { return nil }
        return "['\(name)']"
    }
}
