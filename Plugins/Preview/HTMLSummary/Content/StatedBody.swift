/// The text of the article as the page repeats it for machines: it tells where on the page the article begins and ends.
struct StatedBody {
    private let length: Int
    private let windows: TextWindows

    // Less is a description, in bytes.
    private static let enough = 300

    /// Takes the text; `nil` if there is too little of it to tell anything.
    init?(_ text: String?) {
        guard let text else { return nil }
        let letters = TextLetters.of(text.utf8)
        guard letters.count >= Self.enough else { return nil }
        length = letters.count
        windows = TextWindows(letters)
    }

    /// Puts the main text right by it: from the first block to the last that the text has.
    ///
    /// The choice stays if the page does not show the text, or if the text is only the beginning of the article.
    func correct(_ kept: [TextBlock], of all: [TextBlock], in tree: PageTree) -> [TextBlock] {
        let found = all.indices.filter { contains(all[$0], in: tree) }
        guard let first = found.first, let last = found.last else { return kept }
        let starts = Set(found.map { all[$0].first })
        let foundLength = found.reduce(0) { $0 + Int(all[$1].length) }
        guard foundLength * 10 >= length * 6 else { return kept }
        let keptLength = kept.reduce(0) { $0 + Int($1.length) }
        let common = kept.reduce(0) { $0 + (starts.contains($1.first) ? Int($1.length) : 0) }
        // Another part of the page was chosen.
        if common * 2 < foundLength { return found.map { all[$0] } }
        guard common * 4 >= keptLength * 3 else { return kept }
        let chosen = Set(kept.map(\.first))
        return all[first...last].filter { starts.contains($0.first) || chosen.contains($0.first) }
    }

    private func contains(_ block: TextBlock, in tree: PageTree) -> Bool {
        guard block.length >= 25 else { return false }
        return windows.contain(TextLetters.of(tree.bytes(of: block)))
    }
}
