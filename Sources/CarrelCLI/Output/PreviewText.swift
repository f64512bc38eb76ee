import CarrelBasics
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelTerminal
import Foundation

/// Formats a preview for a terminal.
enum PreviewText {
    /// Title, facts, and the text; the picture, if there is one and the terminal shows pictures, or why it does not.
    ///
    /// - Parameters:
    ///   - preview: what is inside the document.
    ///   - name: what it is called if it has no title.
    ///   - terminal: where it is shown.
    ///   - width: the columns after which lines are broken, but not those of the picture; `nil` for no breaks.
    static func text(_ preview: Preview, name: String, _ terminal: Terminal, width: Int?) -> String {
        let parts = PreviewParts(preview)
        var lines = [parts.title ?? name, parts.facts.joined(separator: " · ")]
        if let summary = parts.summary { lines += ["", summary] }
        if !parts.outline.isEmpty { lines += [""] + parts.outline.map { "  \($0)" } }
        lines += ["", parts.text]
        if !parts.notes.isEmpty { lines += [""] + parts.notes }
        if preview.graphic == nil, let obstacle = terminal.pictureObstacle,
            preview.mediaType.essence.hasPrefix("image/")
        {
            lines.append("Not drawn: \(obstacle)")
        }
        lines = [broken(lines.map(\.terminalSafe).joined(separator: "\n"), width)]
        // Added after the cleaning: the sequences that draw the picture are made here, only from colours.
        if let depth = terminal.depth, let picture = preview.picture {
            lines += [""] + PictureText.lines(picture, depth)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PreviewText {
    /// The document's text as Markdown: its title, unless the text begins with it, then the text.
    static func markdown(_ preview: Preview, name: String) -> String {
        let title = (preview.title ?? name).singleLine
        let beginning = preview.text.prefix(200).drop { $0 == "#" || $0.isWhitespace }
        let head = beginning.hasPrefix(title) ? "" : "# \(title)\n\n"
        let rest = ShownPart(preview).map { "\n\n*\($0.sentence)*" } ?? ""
        return (head + preview.text + rest).terminalSafe + "\n"
    }

    /// The text with lines broken at a width; broken lines keep their indentation.
    static func broken(_ text: String, _ width: Int?) -> String {
        guard let width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard TextWidth.of(String(line)) > width else { return String(line) }
            let indent = line.prefix { $0 == " " }.prefix(width / 2)
            return TextWrap.lines(String(line.dropFirst(indent.count)), width: width - indent.count)
                .map { indent + $0 }.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
