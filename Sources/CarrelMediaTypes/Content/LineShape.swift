import Foundation

/// What a text is whose first lines tell: mail, calendars, cards, scripts.
struct LineShape {
    let type: String
    /// How much that says, as the evidence counts.
    let weight: Int

    /// Looks at a text; `nil` if its lines tell nothing.
    init?(_ text: TextContent) {
        let lines = text.lines(40)
        guard let first = lines.first else { return nil }
        let fields = Self.mailFields(lines)
        if text.begins(with: "BEGIN:VCALENDAR") {
            (type, weight) = ("text/calendar", 95)
        } else if text.begins(with: "BEGIN:VCARD") {
            (type, weight) = ("text/vcard", 95)
        } else if first.hasPrefix("From "), Self.mailFields(Array(lines.dropFirst())) >= 2 {
            (type, weight) = ("application/mbox", 85)
        } else if fields >= 3 {
            (type, weight) = ("message/rfc822", 60)
        } else if fields == 2 {
            (type, weight) = ("message/rfc822", 30)
        } else if first.hasPrefix("WEBVTT") {
            (type, weight) = ("text/vtt", 60)
        } else if first.hasPrefix("%YAML ") {
            (type, weight) = ("application/yaml", 60)
        } else if let script = Self.interpreters.first(where: {
            first.hasPrefix("#!") && first.contains($0.name)
        }) {
            (type, weight) = (script.type, 20)
        } else if first.hasPrefix("\\documentclass") || first.hasPrefix("\\begin{document}") {
            (type, weight) = ("text/x-tex", 20)
        } else {
            return nil
        }
    }

    /// How many of a mail's own fields the first lines have; 0 if they are not a head.
    private static func mailFields(_ lines: [String]) -> Int {
        var known: Set<String> = []
        var fields = 0
        for line in lines {
            if line.isEmpty { break }
            // A folded field.
            if line.hasPrefix(" ") || line.hasPrefix("\t"), fields > 0 { continue }
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return 0 }
            fields += 1
            // Mail writes them with a capital letter, YAML and the like rather without.
            let name = line[..<colon]
            if name.first?.isUppercase == true, mailNames.contains(name.lowercased()) {
                known.insert(name.lowercased())
            }
        }
        return known.count
    }

    private static let mailNames: Set<String> = [
        "from", "to", "subject", "date", "received", "message-id", "mime-version", "return-path",
        "delivered-to",
        "content-type", "reply-to", "cc", "in-reply-to", "references", "x-mailer", "dkim-signature", "sender",
        "content-transfer-encoding", "list-id", "x-original-to", "authentication-results", "newsgroups",
        "path",
    ]
    private static let interpreters = [
        (name: "python", type: "text/x-python"), (name: "perl", type: "text/x-perl"),
        (name: "ruby", type: "text/x-ruby"), (name: "node", type: "text/javascript"),
        (name: "php", type: "text/x-php"), (name: "lua", type: "text/x-lua"),
        (name: "sh", type: "text/x-sh"),
    ]
}
