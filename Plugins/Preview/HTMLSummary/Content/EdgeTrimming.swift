import CarrelBasics

/// Leaves out lines that stand in an article without being its text: its title, bylines, “Read more”.
struct EdgeTrimming {
    private let tree: PageTree
    private let dropped: [Bool]
    private let lines: TitleLines
    private let isArticle: Bool

    init(_ tree: PageTree, _ dropped: [Bool], _ lines: TitleLines, isArticle: Bool) {
        self.tree = tree
        self.dropped = dropped
        self.lines = lines
        self.isArticle = isArticle
    }

    /// The blocks without such lines.
    func trim(_ blocks: [TextBlock]) -> [TextBlock] {
        var kept = blocks.filter { !isJunk($0) }
        if let index = kept.prefix(6).firstIndex(where: lines.isTitle) { kept.remove(at: index) }
        if isArticle { kept = withoutRepeats(kept) }
        trimBeginning(&kept)
        trimEnd(&kept)
        return withoutEmptySections(kept)
    }

    private func tag(_ block: TextBlock) -> PageTag { tree.nodes[Int(block.element)].tag }

    private func isProse(_ block: TextBlock) -> Bool { BlockScore.prose(block, in: tag(block)) > 0 }

    private func isJunk(_ block: TextBlock) -> Bool {
        guard block.length < 160, tag(block) != .pre else { return false }
        let text = tree.string(of: block).trimmed
        // A formula has no text.
        return !text.isEmpty
            && JunkLines.matches(
                text, isLink: block.linkDensity > 0.8, isHeading: tag(block).headingLevel != nil
            )
    }

    private func isByline(_ block: TextBlock) -> Bool {
        block.length < 120 && JunkLines.isByline(tree.string(of: block))
    }

    /// Leaves out paragraphs that the page has twice, for screens of different sizes.
    private func withoutRepeats(_ blocks: [TextBlock]) -> [TextBlock] {
        var known: [String: Int32] = [:]
        return blocks.filter { block in
            guard isProse(block), block.length >= 60 else { return true }
            let parent = tree.nodes[Int(block.element)].parent
            let text = tree.string(of: block).trimmed
            guard let other = known[text] else {
                known[text] = parent
                return true
            }
            return other == parent
        }
    }

    /// Leaves out short lines before the first sentence of an article.
    private func trimBeginning(_ blocks: inout [TextBlock]) {
        guard isArticle, let first = blocks.firstIndex(where: { isProse($0) && !isByline($0) }), first > 0,
            first < 12
        else { return }
        let before = blocks[..<first].filter { block in
            !isByline(block)
                && tag(block).headingLevel.map { $0 >= 2 } ?? (block.length > 60 && block.linkDensity < 0.3)
                || tag(block) == .pre
        }
        blocks.replaceSubrange(..<first, with: before)
    }

    /// Leaves out short lines after the last sentence of an article.
    private func trimEnd(_ blocks: inout [TextBlock]) {
        guard isArticle, let last = blocks.lastIndex(where: isProse), blocks.count - last < 12 else { return }
        let after = blocks[(last + 1)...].prefix { block in
            switch tag(block) {
            case .li, .td, .th, .dd, .dt, .pre, .blockquote: true
            default: block.isSentence && block.linkDensity < 0.5
            }
        }
        blocks.replaceSubrange((last + 1)..., with: Array(after))
    }

    /// A heading without anything below it was that of something left out.
    private func withoutEmptySections(_ blocks: [TextBlock]) -> [TextBlock] {
        var kept: [TextBlock] = []
        for block in blocks.reversed() {
            if let level = tag(block).headingLevel {
                guard let next = kept.last else { continue }
                if let following = tag(next).headingLevel, following <= level { continue }
            }
            kept.append(block)
        }
        return kept.isEmpty ? blocks : kept.reversed()
    }
}
