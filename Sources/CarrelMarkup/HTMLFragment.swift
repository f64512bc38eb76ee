import Foundation

/// Text that others put into other formats with some HTML in it: summaries, descriptions, mail.
public enum HTMLFragment {
    /// What a reader of the fragment sees, as plain text; of plain text only white space changes.
    ///
    /// The line ends of the text stay, because such texts are plain text with tags here and there. Paragraphs
    /// and items begin lines of their own. Scripts, styles and frames are left out. The result may hold control
    /// characters, as entities can write them.
    ///
    /// - Parameters:
    ///   - fragment: the text.
    ///   - limit: how much of it is read, in bytes; more than the default is not a summary, but may be a document.
    /// - Returns: what a reader sees.
    public static func text(_ fragment: String, limit: Int = 256 << 10) -> String {
        reading(fragment, limit: limit).text
    }

    /// The same, and whether something was not read, for the limits or for elements too deep within others; where there is more
    /// text than `maxText` bytes, nothing behind is read.
    public static func reading(
        _ fragment: String, limit: Int, maxText: Int = .max
    ) -> (text: String, isCut: Bool) {
        guard fragment.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return (FragmentText.tidy(fragment), false)
        }
        var text = FragmentText()
        var isCut = fragment.utf8.count > limit
        // The HTML parser takes a zero byte for the end.
        let data = Data(fragment.utf8.prefix(limit).filter { $0 != 0 })
        do {
            try MarkupReader.readHTML(
                data, charset: "utf-8", limits: MarkupLimits(maxSize: data.count)
            ) { event in
                text.take(event)
                let hasRoom = text.text.utf8.count <= maxText
                isCut = isCut || !hasRoom
                return hasRoom
            }
        } catch {
            // What came before the depth or the tag that is too much has been taken.
            isCut = true
        }
        return (FragmentText.tidy(text.text), isCut)
    }
}

/// Gathers the text of a fragment from the events of its markup.
struct FragmentText {
    private(set) var text = ""
    // Line ends that are due before the next text.
    private var breaks = 0
    private var isItem = false
    private var depthOfHidden = 0

    private static let hidden: Set<String> = [
        "script", "style", "template", "title", "noscript", "iframe", "object", "embed", "applet", "svg",
        "math",
        "audio", "video", "select", "textarea", "button", "noframes",
    ]
    private static let paragraphs: Set<String> = [
        "p", "ul", "ol", "dl", "blockquote", "pre", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    ]
    private static let lines: Set<String> = [
        "div", "li", "dt", "dd", "tr", "section", "article", "address", "details", "summary", "figure",
        "figcaption", "header", "footer", "main", "nav", "aside", "caption",
    ]

    mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, _):
            if Self.hidden.contains(name) { depthOfHidden += 1 }
            separate(name)
            if name == "br" { breaks += 1 }
            if name == "li" { isItem = true }
            if name == "td" || name == "th", breaks == 0, !text.isEmpty { text += " " }
        case .text(let part):
            if depthOfHidden == 0 { add(part) }
        case .end(let name):
            if Self.hidden.contains(name) { depthOfHidden = max(0, depthOfHidden - 1) }
            separate(name)
        }
    }

    private mutating func separate(_ name: String) {
        if Self.paragraphs.contains(name) {
            breaks = max(breaks, 2)
        } else if Self.lines.contains(name) {
            breaks = max(breaks, 1)
        }
    }

    private mutating func add(_ part: String) {
        guard breaks > 0 else {
            text += part
            return
        }
        // White space beside a break is how the markup is set, not text.
        let part = part.drop(while: \.isWhitespace)
        guard !part.isEmpty else { return }
        if !text.isEmpty { text += String(repeating: "\n", count: min(breaks, 2)) }
        text += isItem ? "• \(part)" : part[...]
        breaks = 0
        isItem = false
    }

    /// The text without white space at the ends of lines, and with one empty line at the most between two others.
    static func tidy(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty, lines.last?.isEmpty ?? true { continue }
            lines.append(line)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}
