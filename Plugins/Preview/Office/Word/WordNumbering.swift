import CarrelMarkup

/// Counts the items of lists.
struct WordNumbering {
    /// What stands before an item.
    enum Label: Equatable {
        case bullet
        /// A plain number.
        case number(Int)
        /// Anything else, such as `(a)` or `1.2`.
        case text(String)
        /// Nothing.
        case none
    }

    private struct Level {
        var format = "decimal"
        var text = ""
        var start = 1
    }

    private struct List {
        var definition: String
        var starts: [Int: Int] = [:]
    }

    private var definitions: [String: [Int: Level]] = [:]
    private var lists: [String: List] = [:]
    // How far the items of a definition are counted, by level.
    private var counts: [String: [Int: Int]] = [:]
    private var begun: Set<String> = []

    init(_ root: MarkupElement?) {
        for element in root?.all("w:abstractNum") ?? [] {
            guard let id = element["w:abstractNumId"] else { continue }
            definitions[id] = Self.levels(element)
        }
        for element in root?.all("w:num") ?? [] {
            guard let id = element["w:numId"], let definition = element.first("w:abstractNumId")?["w:val"]
            else { continue }
            var list = List(definition: definition)
            for override in element.all("w:lvlOverride") {
                guard let level = override["w:ilvl"].flatMap({ Int($0) }) else { continue }
                list.starts[level] = override.first("w:startOverride")?["w:val"].flatMap { Int($0) }
            }
            lists[id] = list
        }
    }

    private static func levels(_ definition: MarkupElement) -> [Int: Level] {
        var levels: [Int: Level] = [:]
        for element in definition.all("w:lvl") {
            guard let index = element["w:ilvl"].flatMap({ Int($0) }) else { continue }
            levels[index] = Level(
                format: element.first("w:numFmt")?["w:val"] ?? "decimal",
                text: element.first("w:lvlText")?["w:val"] ?? "",
                start: element.first("w:start")?["w:val"].flatMap { Int($0) } ?? 1)
        }
        return levels
    }

    /// Counts an item and says what stands before it.
    mutating func next(_ place: WordStyles.ListPlace) -> Label {
        guard let list = lists[place.list], let levels = definitions[list.definition] else { return .bullet }
        if begun.insert(place.list).inserted {
            for (level, start) in list.starts { counts[list.definition, default: [:]][level] = start &- 1 }
        }
        var counted = counts[list.definition] ?? [:]
        let start = levels[place.level]?.start ?? 1
        counted[place.level] = (counted[place.level] ?? start &- 1) &+ 1
        for deeper in counted.keys where deeper > place.level { counted[deeper] = nil }
        counts[list.definition] = counted
        return Self.label(levels, counted, at: place.level)
    }

    private static func label(_ levels: [Int: Level], _ counted: [Int: Int], at index: Int) -> Label {
        guard let level = levels[index], level.format != "bullet" else { return .bullet }
        if level.format == "none" && !level.text.contains("%") {
            return level.text.isEmpty ? .none : .text(level.text)
        }
        let number = counted[index] ?? level.start
        let marks = ["%\(index + 1)", "%\(index + 1).", "%\(index + 1))"]
        if level.format == "decimal", marks.contains(level.text), number >= 0 { return .number(number) }
        var text = ""
        var rest = level.text[...]
        while let character = rest.popFirst() {
            guard character == "%", let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) else {
                text.append(character)
                continue
            }
            rest.removeFirst()
            let shown = levels[digit - 1] ?? Level()
            text += NumberForm.text(counted[digit - 1] ?? shown.start, as: shown.format)
        }
        return text.isEmpty ? .none : .text(text)
    }
}
