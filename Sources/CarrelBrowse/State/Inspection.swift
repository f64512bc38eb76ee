import CarrelFrontEnd
import CarrelModel
import CarrelTerminal

/// What is inside a document, in lines that fit its pane.
package struct DetailContent: Sendable, Hashable {
    /// The lines.
    package var lines: [StyledLine]
    /// A picture above them.
    package var picture: Picture?
    /// The same for a terminal that shows pictures; its place is not known yet.
    package var graphic: PlacedGraphic?
    /// How much of the document's text it is; `nil` for all of it.
    package var part: ShownPart?

    package init(
        _ lines: [StyledLine], picture: Picture? = nil, graphic: PlacedGraphic? = nil, part: ShownPart? = nil
    ) {
        (self.lines, self.picture, self.graphic, self.part) = (lines, picture, graphic, part)
    }

    /// Where each line begins in the text: a number that is the same however the text is broken into lines.
    var places: [Int] {
        var next = 0
        return lines.map { line in
            if line.joint == .line { next += 1 }
            defer { next += line.text.unicodeScalars.count(where: { !$0.properties.isWhitespace }) }
            return next
        }
    }

    /// How many lines the picture takes, with an empty one below it.
    var pictureLines: Int {
        (graphic?.area.lines ?? picture.map { ($0.height + 1) / 2 }).map { $0 + 1 } ?? 0
    }
}

/// The third pane.
package struct Inspection: Sendable, Hashable {
    /// What is known of the document.
    package enum State: Sendable, Hashable {
        /// There is nothing to look into.
        case none
        /// It is being looked into.
        case loading
        /// What is inside.
        case shown(DetailContent)
        /// Why nothing can be shown.
        case failed(String)
    }

    /// What is shown of the item.
    package enum Side: Sendable, Hashable {
        /// What is inside its document.
        case document
        /// What was tried for it.
        case tries
        /// The versions of its document, and what changed last.
        case versions
        /// All that its catalogue says of it, which what stands above the document may cut.
        case details
    }

    /// The item; `nil` for none.
    package var entry: ItemKey?
    /// What is shown of it.
    package var side = Side.document
    /// What is known.
    package var state = State.none
    /// The first line that is seen.
    package var top = 0
    /// The place in the text that somebody scrolled to, where the text was broken into other lines since then.
    var place: Int?
    /// The line where words were found last.
    package var found: Int?
    /// Whether the rest of a long text is wanted, too.
    var isLong = false
    /// What is done once the rest is there.
    var awaited: Awaited?

    /// What somebody reads on for.
    enum Awaited: Sendable, Hashable {
        /// To see the end.
        case end
        /// To find the words that are sought.
        case words
    }

    package init() {}

    /// How much of the text is shown, where that is not all of it.
    var part: ShownPart? {
        if case .shown(let content) = state { content.part } else { nil }
    }

    /// Whether there is a rest that can be shown: of what is larger, the desktop's viewer shows it.
    var canBeLonger: Bool {
        guard side == .document, !isLong, let part, !part.hasEnd else { return false }
        // How much there is behind a first page that is cut itself, its share does not say.
        guard let share = part.share, share > 0 else { return true }
        return share * Double(PreviewRoom.growth) >= 1
    }

    /// How many lines there are.
    var lineCount: Int {
        if case .shown(let content) = state { content.lines.count } else { 0 }
    }

    /// How many of some lines of the pane are left for text; a picture is seen only above the first line.
    func seenLines(height: Int) -> Int {
        guard top == 0, case .shown(let content) = state else { return height }
        return max(1, height - content.pictureLines)
    }

    /// The first line that is seen at the end, where the last one stands at the bottom of the pane.
    func lastTop(height: Int) -> Int {
        guard case .shown(let content) = state, content.pictureLines + content.lines.count > height else {
            return 0
        }
        // Without its picture, all of a short text is seen.
        return max(0, content.lines.count - height, min(1, content.lines.count - 1))
    }
}
