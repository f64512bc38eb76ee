import CarrelCore
import Foundation

/// The requests of an attempt as the database keeps them: JSON.
enum AttemptDetail {
    /// The text for an attempt's requests; `nil` for none.
    static func text(of exchanges: [AttemptExchange]) -> String? {
        guard !exchanges.isEmpty else { return nil }
        return "[" + exchanges.map(text).joined(separator: ",") + "]"
    }

    /// Written by hand: every download makes one, and a `JSONEncoder` costs more than the row that it is for.
    private static func text(_ exchange: AttemptExchange) -> String {
        var text = "{\"asked\":" + quoted(exchange.asked)
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            text += ",\"\(name)\":" + value
        }
        func list(_ values: [String]) -> String {
            values.isEmpty ? "[]" : "[" + values.map(quoted).joined(separator: ",") + "]"
        }
        add("redirects", list(exchange.redirects))
        add("url", quoted(exchange.url))
        add("status", exchange.status.map { String($0) })
        add("entityTag", exchange.entityTag.map(quoted))
        add("lastModified", exchange.lastModified.map(quoted))
        add("mediaType", exchange.mediaType.map(quoted))
        add("length", exchange.length.map { String($0) })
        add("digests", list(exchange.digests))
        add("retryAfter", exchange.retryAfter.map(quoted))
        add("decision", quoted(exchange.decision))
        return text + "}"
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isPlain { return "\"" + text + "\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The requests in a text; none where it is missing or not readable.
    static func exchanges(in text: String?) -> [AttemptExchange] {
        text.flatMap { try? JSONDecoder().decode([AttemptExchange].self, from: Data($0.utf8)) } ?? []
    }
}
