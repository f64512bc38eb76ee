/// The way from a document's root to one of its values, for messages: `$[3].moduleNotes[0]["Week 1"]`.
public indirect enum JSONPath: Sendable, Hashable {
    /// The document's value itself.
    case root
    /// An element of an array.
    case element(JSONPath, Int)
    /// A member of an object.
    case member(JSONPath, String)
}

extension JSONPath: CustomStringConvertible {
    /// The path in the notation of RFC 9535; names that are not identifiers are quoted and cut at 60 characters.
    public var description: String {
        var steps: [String] = []
        var path = self
        while true {
            switch path {
            case .root:
                return "$" + steps.reversed().joined()
            case .element(let parent, let index):
                steps.append("[\(index)]")
                path = parent
            case .member(let parent, let name):
                steps.append(Self.step(name))
                path = parent
            }
        }
    }

    private static func step(_ name: String) -> String {
        let isIdentifier =
            name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            } && name.utf8.first.map { $0 > UInt8(ascii: "9") } ?? false
        if isIdentifier, name.utf8.count <= 60 { return ".\(name)" }
        let scalars = name.unicodeScalars
        let beginning = scalars.dropFirst(60).isEmpty ? name : String(scalars.prefix(59)) + "…"
        return "[\(beginning.shown.debugDescription)]"
    }
}
