/// Counts the items of OpenDocument's lists and its headings.
struct ListCounter {
    private var counts: [String: [Int: Int]] = [:]

    /// Begins a list, unless it goes on with the numbers of the one before.
    mutating func begin(_ key: String, level: Int, continues: Bool) {
        if !continues { counts[key]?[level] = nil }
    }

    /// Counts an item.
    ///
    /// - Parameters:
    ///   - key: the list's style.
    ///   - level: the item's level, from 1.
    ///   - levels: what stands before the items of each level.
    ///   - start: the item's own number, if it has one.
    /// - Returns: what stands before it.
    mutating func next(
        _ key: String, level: Int, _ levels: [Int: DocumentStyles.ListLevel], start: Int? = nil
    ) -> ListLabel {
        guard let style = levels[level], !style.isBullet else { return .bullet }
        var counted = counts[key] ?? [:]
        counted[level] = start ?? (counted[level] ?? style.start &- 1) &+ 1
        for deeper in counted.keys where deeper > level { counted[deeper] = nil }
        counts[key] = counted
        return Self.label(style, levels, counted, at: level)
    }

    private static func label(
        _ style: DocumentStyles.ListLevel, _ levels: [Int: DocumentStyles.ListLevel], _ counted: [Int: Int],
        at level: Int
    ) -> ListLabel {
        let number = counted[level] ?? style.start
        guard !style.format.isEmpty else {
            let text = style.prefix + style.suffix
            return text.allSatisfy(\.isWhitespace) ? .nothing : .text(text)
        }
        let isPlain = style.prefix.isEmpty && [".", ")", ""].contains(style.suffix)
        if isPlain, style.format == "1", style.shownLevels <= 1, number >= 0 { return .number(number) }
        let first = max(1, level - max(1, min(10, style.shownLevels)) + 1)
        let numbers = (first...level).map { index in
            NumberForm.text(
                counted[index] ?? levels[index]?.start ?? 1, as: levels[index]?.format ?? style.format)
        }
        return .text(style.prefix + numbers.filter { !$0.isEmpty }.joined(separator: ".") + style.suffix)
    }
}
