import CarrelBasics

/// Leaves out lines that stand in an article without being its text: its title, bylines, “Read more”.
struct EdgeTrimming {
    private let tree: PageTree
    private let dropped: [Bool]
    private let lines: TitleLines
    private let isArticle: Bool
    private let trimsEdges: Bool

    init(_ tree: PageTree, _ dropped: [Bool], _ lines: TitleLines, isArticle: Bool, trimsEdges: Bool) {
        self.trimsEdges = trimsEdges
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

    /// Whether a block is an item of a list of files, which is text as good as any.
    private func isFile(_ block: TextBlock) -> Bool { tag(block) == .li && tree.leadsToFile(block) }

    private func isJunk(_ block: TextBlock) -> Bool {
        guard block.length < 160, tag(block) != .pre, tag(block) != .img else { return false }
        let text = tree.string(of: block).trimmed
        // A formula has no text; the full stop behind it has no words.
        return !text.isEmpty && !holdsFormula(block)
            && JunkLines.matches(
                text, isLink: block.linkDensity > 0.8, isHeading: tag(block).headingLevel != nil
            )
    }

    private func holdsFormula(_ block: TextBlock) -> Bool {
        tree.nodes[Int(block.first)..<Int(block.end)].contains { $0.tag == .math }
    }

    /// Whether a block goes on with a formula: what stands before it is the beginning of its sentence.
    private func beginsWithFormula(_ block: TextBlock) -> Bool {
        tree.nodes[Int(block.first)..<Int(block.end)].first { $0.length > 0 }?.tag == .math
    }

    private func isByline(_ block: TextBlock) -> Bool {
        block.length < 120 && JunkLines.isByline(tree.string(of: block))
    }

    /// Leaves out paragraphs that the page has twice, for screens of different sizes.
    private func withoutRepeats(_ blocks: [TextBlock]) -> [TextBlock] {
        var known: [UInt64: Int32] = [:]
        return blocks.filter { block in
            guard isProse(block), block.length >= 60 else { return true }
            let parent = tree.nodes[Int(block.element)].parent
            var text = StableHash()
            for byte in tree.bytes(of: block) where byte != 0x20 { text.take(byte) }
            guard let other = known[text.value] else {
                known[text.value] = parent
                return true
            }
            return other == parent
        }
    }

    /// Leaves out short lines before the first sentence of an article.
    private func trimBeginning(_ blocks: inout [TextBlock]) {
        guard trimsEdges,
            let first = blocks.firstIndex(where: { isProse($0) && !isByline($0) || isFile($0) }), first > 0,
            first < 12
        else { return }
        let before = blocks.indices.prefix(first).filter { index in
            let block = blocks[index]
            if beginsWithFormula(blocks[index + 1]) { return true }
            if let level = tag(block).headingLevel { return level >= 2 }
            return tag(block) == .pre || block.length > 60 && block.linkDensity < 0.3 && !isByline(block)
        }
        blocks.replaceSubrange(..<first, with: before.map { blocks[$0] })
    }

    /// Leaves out short lines after the last sentence of an article.
    private func trimEnd(_ blocks: inout [TextBlock]) {
        guard trimsEdges, let last = blocks.lastIndex(where: { isProse($0) || isFile($0) }),
            blocks.count - last < 12
        else {
            return
        }
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
