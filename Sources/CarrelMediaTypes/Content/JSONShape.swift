import CarrelBasics
import CarrelJSON
import Foundation

/// What JSON a text is, by its first members.
struct JSONShape {
    let type: String
    /// Whether all of the text is JSON; `false` if it only begins so.
    let isCertain: Bool

    /// Looks at a text; `nil` if it does not begin as JSON does.
    init?(_ text: TextContent) {
        let first = text.body.first
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let body = Data(text.body)
        if text.isWhole, let document = try? JSONDocument(body) {
            (type, isCertain) = (Self.type(of: document.root), true)
            return
        }
        let lines = body.split(maxSplits: 3) { $0 == 0x0A || $0 == 0x0D }.prefix(3)
        if lines.count >= 2, lines.dropLast().allSatisfy({ (try? JSONDocument($0)) != nil }) {
            (type, isCertain) = ("application/x-ndjson", true)
            return
        }
        guard Self.beginsAsJSON(body) else { return nil }
        isCertain = false
        type = Self.isNotebook(body) ? "application/x-ipynb+json" : "application/json"
    }

    private static func type(of root: JSONNode) -> String {
        if root["nbformat"]?.kind == .number, root["cells"] != nil || root["worksheets"] != nil {
            return "application/x-ipynb+json"
        }
        if root["version"]?.string?.contains("jsonfeed.org/version/") == true {
            return "application/feed+json"
        }
        if root["type"]?.string?.hasPrefix("Feature") == true,
            root["features"] != nil || root["geometry"] != nil
        {
            return "application/geo+json"
        }
        return "application/json"
    }

    /// Whether what follows the first brace could.
    private static func beginsAsJSON(_ body: Data) -> Bool {
        let next = body.dropFirst().first { $0 > 0x20 }
        guard let next else { return false }
        if body.first == UInt8(ascii: "{") {
            guard next == UInt8(ascii: "\"") else { return next == UInt8(ascii: "}") }
            let name = body.dropFirst().drop { $0 <= 0x20 }.dropFirst().prefix(256)
            guard let end = name.firstIndex(of: UInt8(ascii: "\"")) else { return false }
            return name[end...].dropFirst().first { $0 > 0x20 } == UInt8(ascii: ":")
        }
        return "{[\"-0123456789tfn".utf8.contains(next)
            && body.prefix(4096).contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") }
    }

    private static func isNotebook(_ body: Data) -> Bool {
        ["\"cells\"", "\"cell_type\""].allSatisfy {
            body.prefix(16 << 10).contains($0)
        }
    }
}
