import CarrelJSON
import CarrelJSONReading

/// Finds what looks like a list in JSON: arrays of objects.
struct JSONShapes {
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
        guard depth < Self.maxDepth, steps < Self.maxSteps else { return }
        if let members = node.members {
            for (name, member) in members where member.kind == .array || member.kind == .object {
                guard let step = Self.step(name) else { continue }
                look(at: member, path: path + step, around: around, depth: depth + 1)
            }
            return
        }
        guard let elements = node.elements else { return }
        let objects = elements.prefix(Self.sampled).filter { $0.kind == .object }
        guard !objects.isEmpty else { return }
        let place = path + "[*]"
        var shape = shapes[place] ?? ListShape()
        shape.count += elements.count
        if let around {
            shape.around = around.path
            shape.place = "@" + place.dropFirst(around.path.count)
            shape.aroundNames = (around.node.members.map { Array($0) } ?? []).filter {
                $0.node.plainText != nil
            }
            .map(\.name)
        } else {
            shape.place = place
        }
        for object in objects {
            guard let ownMembers = object.members else { continue }
            for (name, member) in ownMembers {
                guard let step = Self.step(name) else { continue }
                if let text = member.plainText {
                    shape.add(name, text)
                } else if let members = member.members {
                    // One level further: `{"file": {"url": …}}`.
                    for (inner, value) in members {
                        guard let text = value.plainText, let innerStep = Self.step(inner) else { continue }
                        shape.add("@\(step)\(innerStep)", text)
                    }
                }
            }
        }
        shapes[place] = shape
        for object in objects { look(at: object, path: place, around: (place, object), depth: depth + 1) }
    }

    /// A step of a path; `nil` for a name that no list of documents has.
    private static func step(_ name: String) -> String? {
        if name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil { return ".\(name)" }
        guard !name.isEmpty, name.utf8.count <= 60,
            !name.contains(where: { "'\\\"".contains($0) || !$0.isASCII })
        else { return nil }
        return "['\(name)']"
    }
}
