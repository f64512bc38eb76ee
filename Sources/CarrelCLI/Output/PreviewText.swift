import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelTerminal
import Foundation

/// Formats a preview for a terminal.
enum PreviewText {
    /// Title, facts, and the text; the picture, if there is one and the terminal shows pictures, or why it does not.
    static func text(_ preview: Preview, name: String, _ terminal: Terminal) -> String {
        var lines = [preview.title ?? name]
        var facts = [preview.mediaType.essence]
        if let pages = preview.pages { facts.append("\(pages) page\(pages == 1 ? "" : "s")") }
        // For a picture, the text already holds the facts.
        if !preview.mediaType.essence.hasPrefix("image/") {
            let metadata = preview.metadata.sorted { $0.key < $1.key }
            facts += metadata.filter { !$0.value.contains("\n") }.map { "\($0.key): \($0.value)" }
        }
        lines.append(facts.joined(separator: " · "))
        // A summary that only repeats the beginning of the text is left out.
        let beginning = String(preview.text.prefix(400)).singleLine
        if let summary = preview.summary, !beginning.hasPrefix(summary.singleLine.prefix(40)) {
            lines += ["", summary]
        }
        if let outline = preview.metadata["outline"] {
            lines += [""] + outline.split(separator: "\n").prefix(20).map { "  \($0)" }
        }
        lines += ["", preview.text.isEmpty ? "(no text)" : preview.text]
        if preview.isTruncated { lines.append("…") }
        if !preview.notes.isEmpty { lines += [""] + preview.notes }
        if preview.graphic == nil, let obstacle = terminal.pictureObstacle,
            preview.mediaType.essence.hasPrefix("image/")
        {
            lines.append("Not drawn: \(obstacle)")
        }
        lines = lines.map(\.terminalSafe)
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
        return (head + preview.text + (preview.isTruncated ? "\n\n…" : "")).terminalSafe + "\n"
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
