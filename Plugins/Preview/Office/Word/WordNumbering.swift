import CarrelMarkup

/// Counts the items of lists.
struct WordNumbering {
    private struct Level {
        var format = "decimal"
        var text = ""
        var start = 1
        /// Whether it shows the numbers of all levels as decimals.
        var isLegal = false
        /// How many levels have it begin again: all above unless it says otherwise.
        var restart: Int?
    }

    private struct List {
        var definition: String
        var levels: [Int: Level]?
        var starts: [Int: Int] = [:]
    }

    private var lists: [String: List] = [:]
    // How far the items of a definition are counted, by level.
    private var counts: [String: [Int: Int]] = [:]
    private var begun: Set<String> = []

    init(_ root: MarkupElement?) {
        var definitions: [String: [Int: Level]] = [:]
        var (styles, links): ([String: String], [String: String]) = ([:], [:])
        for element in root?.all("w:abstractNum") ?? [] {
            guard let id = element["w:abstractNumId"] else { continue }
            definitions[id] = Self.levels(element)
            if let style = element.first("w:styleLink")?["w:val"] { styles[style] = id }
            links[id] = element.first("w:numStyleLink")?["w:val"]
        }
        for element in root?.all("w:num") ?? [] {
            guard let id = element["w:numId"], let named = element.first("w:abstractNumId")?["w:val"]
            else { continue }
            // One that only names a style has the levels of another, which is that style's.
            let definition = links[named].flatMap { styles[$0] } ?? named
            var list = List(definition: definition, levels: definitions[definition])
            for override in element.all("w:lvlOverride") {
                guard let level = override["w:ilvl"].flatMap({ Int($0) }) else { continue }
                list.starts[level] = override.first("w:startOverride")?["w:val"].flatMap { Int($0) }
                list.levels?.merge(Self.levels(override)) { $1 }
            }
            lists[id] = list
        }
    }

    private static func levels(_ definition: MarkupElement) -> [Int: Level] {
        var levels: [Int: Level] = [:]
        for element in definition.all("w:lvl") {
            guard let index = element["w:ilvl"].flatMap({ Int($0) }), (0...8).contains(index)
            else { continue }
            levels[index] = Level(
                format: element.first("w:numFmt")?["w:val"] ?? "decimal",
                text: element.first("w:lvlText")?["w:val"] ?? "",
                start: element.first("w:start")?["w:val"].flatMap { Int($0) } ?? 1,
                isLegal: element.first("w:isLgl").map(WordStyles.isOn) ?? false,
                restart: element.first("w:lvlRestart")?["w:val"].flatMap { Int($0) })
        }
        return levels
    }

    /// Counts an item and says what stands before it.
    mutating func next(_ place: WordStyles.ListPlace) -> ListLabel {
        guard let list = lists[place.list], let levels = list.levels else { return .bullet }
        if begun.insert(place.list).inserted {
            for (level, start) in list.starts { counts[list.definition, default: [:]][level] = start &- 1 }
        }
        var counted = counts[list.definition] ?? [:]
        let start = levels[place.level]?.start ?? 1
        counted[place.level] = (counted[place.level] ?? start &- 1) &+ 1
        for deeper in counted.keys
        where deeper > place.level && place.level < levels[deeper]?.restart ?? deeper {
            counted[deeper] = nil
        }
        counts[list.definition] = counted
        return Self.label(levels, counted, at: place.level)
    }

    private static func label(_ levels: [Int: Level], _ counted: [Int: Int], at index: Int) -> ListLabel {
        guard let level = levels[index], level.format != "bullet" else { return .bullet }
        if level.format == "none" && !level.text.contains("%") {
            return level.text.isEmpty ? .nothing : .text(level.text)
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
            let isDecimal = level.isLegal && shown.format != "decimalZero"
            text += NumberForm.text(
                counted[digit - 1] ?? shown.start, as: isDecimal ? "decimal" : shown.format)
        }
        return text.isEmpty ? .nothing : .text(text)
    }
}
