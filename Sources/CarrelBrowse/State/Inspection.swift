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

    package init(_ lines: [StyledLine], picture: Picture? = nil, graphic: PlacedGraphic? = nil) {
        (self.lines, self.picture, self.graphic) = (lines, picture, graphic)
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

    /// The item; `nil` for none.
    package var entry: ItemKey?
    /// What is shown of the item.
    package enum Side: Sendable, Hashable {
        /// What is inside its document.
        case document
        /// What was tried for it.
        case tries
        /// The versions of its document, and what changed last.
        case versions
    }

    /// What is shown of it.
    package var side = Side.document
    /// What is known.
    package var state = State.none
    /// The first line that is seen.
    package var top = 0

    package init() {}

    /// How many lines there are.
    var lineCount: Int {
        if case .shown(let content) = state { content.lines.count } else { 0 }
    }
}
