import CarrelBasics
import Foundation

/// What a site's `robots.txt` lets Carrel read by itself (RFC 9309).
public struct RobotsRules: Sendable, Hashable {
    /// The name by which `robots.txt` addresses Carrel.
    private static let productToken = "carrel"
    /// The most bytes that are read; the RFC asks for at least 500 KiB.
    public static let maxSize = 512 << 10

    private struct Rule: Sendable, Hashable {
        var pattern: [UInt8]
        var allows: Bool
    }

    private let rules: [Rule]

    /// No rules: everything may be read.
    public static let none = RobotsRules(rules: [])

    private init(rules: [Rule]) { self.rules = rules }

    /// Reads the rules that are for Carrel: those of the groups that name it, else those for everybody.
    ///
    /// Lines that are not understood are skipped.
    public init(_ data: Data) {
        var own: [Rule] = []
        var all: [Rule] = []
        var (isOwn, isForAll, hasOwn) = (false, false, false)
        var inAgents = false
        let text = String(decoding: data.prefix(Self.maxSize), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.prefix { $0 != "#" }.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let key = parts[0].trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"])).lowercased()
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            switch key {
            case "user-agent":
                if !inAgents { (isOwn, isForAll) = (false, false) }
                inAgents = true
                let token = value.prefix { $0.isASCII && ($0.isLetter || $0 == "-" || $0 == "_") }
                if token.lowercased() == Self.productToken { (isOwn, hasOwn) = (true, true) }
                if value == "*" { isForAll = true }
            case "allow", "disallow":
                inAgents = false
                guard !value.isEmpty else { continue }
                let rule = Rule(pattern: Self.normalized(value), allows: key == "allow")
                if isOwn { own.append(rule) }
                if isForAll { all.append(rule) }
            default: break
            }
        }
        rules = hasOwn ? own : all
    }

    /// Where the rules for a page are; `nil` if it is not of http or https.
    public static func address(for page: URL) -> String? { Origin(page).map { "\($0)/robots.txt" } }

    /// Whether a page may be read: the longest pattern that matches decides, and permission wins a tie.
    public func allow(_ url: String) -> Bool {
        guard let scheme = url.utf8.firstRange(of: "://".utf8) else { return true }
        let target = url.utf8[scheme.upperBound...].drop {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        .prefix { $0 != UInt8(ascii: "#") }
        let text = String(Substring(target))
        let path = Self.normalized(text.hasPrefix("/") ? text : "/" + text)
        if path.elementsEqual("/robots.txt".utf8) { return true }
        var best: (length: Int, allows: Bool) = (-1, true)
        for rule in rules where rule.pattern.count >= best.length && Self.matches(rule.pattern, path) {
            best = (
                rule.pattern.count,
                rule.pattern.count == best.length ? best.allows || rule.allows : rule.allows
            )
        }
        return best.allows
    }

    /// Decodes what need not be escaped, and writes the other escapes in capitals, so that equal paths are equal bytes.
    private static func normalized(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(hexDigits: rest.prefix(2)) {
                rest = rest.dropFirst(2)
                if value.isURLUnreserved {
                    result.append(value)
                } else {
                    result.append(percentEncoding: value)
                }
            } else if byte >= 0x80 || byte <= 0x20 {
                result.append(percentEncoding: byte)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Whether a pattern matches the beginning of a path; `*` stands for anything, `$` at its end for the path's end.
    ///
    /// Takes time proportional to the product of both lengths at the most, whatever the pattern.
    private static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
        let isAnchored = pattern.last == UInt8(ascii: "$")
        let pattern = isAnchored ? pattern.dropLast() : pattern[...]
        var (at, place) = (pattern.startIndex, path.startIndex)
        var star: (pattern: Int, path: Int)?
        while true {
            if at == pattern.endIndex, !isAnchored || place == path.endIndex { return true }
            if at < pattern.endIndex, pattern[at] == UInt8(ascii: "*") {
                star = (at + 1, place)
                at += 1
            } else if at < pattern.endIndex, place < path.endIndex, pattern[at] == path[place] {
                (at, place) = (at + 1, place + 1)
            } else if let back = star, back.path < path.endIndex {
                star = (back.pattern, back.path + 1)
                (at, place) = (back.pattern, back.path + 1)
            } else {
                return false
            }
        }
    }
}
