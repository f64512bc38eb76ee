import CarrelTerminal

/// A terminal of a test: shows what it is sent, as xterm would.
struct FakeTerminal {
    private(set) var screen: ScreenBuffer
    private var (column, line) = (0, 0)
    private var style = CellStyle.plain
    private var isShown = true
    /// The columns that it takes for a character whose width is uncertain, at most two for each of its parts; `nil` for as
    /// many as Carrel takes.
    private let uncertainWidth: Int?

    init(columns: Int, lines: Int, uncertainWidth: Int? = nil) {
        screen = ScreenBuffer(columns: columns, lines: lines)
        self.uncertainWidth = uncertainWidth
    }

    /// What is seen, with the cursor.
    var shown: ScreenBuffer {
        var screen = screen
        screen.cursor = isShown ? ScreenPlace(column: column, line: line) : nil
        return screen
    }

    mutating func take(_ text: String) {
        var rest = Array(text)[...]
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}": escape(&rest)
            case "\r": column = 0
            case "\n": line = min(line + 1, screen.lines - 1)
            case "\r\n": (column, line) = (0, min(line + 1, screen.lines - 1))
            case "\u{8}": column = max(0, column - 1)
            default: column = put(character)
            }
        }
    }

    /// Shows a character, and says where the cursor stands then.
    private mutating func put(_ character: Character) -> Int {
        guard TextWidth.isUncertain(character) else {
            return screen.put(String(character), column, line, style)
        }
        guard let uncertainWidth else {
            // Behind an uncertain character a terminal may stand elsewhere.
            return screen.put(String(character), column, line, style) + 1
        }
        let end = column + min(uncertainWidth, 2 * character.unicodeScalars.count)
        screen.set(Cell(String(character), style), column, line)
        for covered in column + 1..<end { screen.set(Cell(" ", style), covered, line) }
        return end
    }

    private mutating func escape(_ rest: inout ArraySlice<Character>) {
        guard rest.popFirst() == "[" else { return }
        let body = String(rest.prefix { !$0.isLetter })
        rest = rest.dropFirst(body.count)
        let last = rest.popFirst()
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch last {
        case "H": (line, column) = (max(1, numbers[0]) - 1, (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1)
        case "C": column += max(1, numbers[0])
        case "J": screen.fill(screen.area, style)
        case "K":
            screen.fill(
                ScreenArea(column: column, line: line, columns: screen.columns - column, lines: 1), style)
        case "m": change(numbers)
        case "h": isShown = true
        case "l": isShown = false
        default: break
        }
    }

    private mutating func change(_ numbers: [Int]) {
        for number in numbers {
            switch number {
            case 0: style = .plain
            case 1: style.attributes.insert(.bold)
            case 2: style.attributes.insert(.dim)
            case 3: style.attributes.insert(.italic)
            case 4: style.attributes.insert(.underlined)
            case 7: style.attributes.insert(.reversed)
            case 22: style.attributes.subtract([.bold, .dim])
            case 23: style.attributes.remove(.italic)
            case 24: style.attributes.remove(.underlined)
            case 27: style.attributes.remove(.reversed)
            case 39: style.text = .standard
            case 49: style.ground = .standard
            case 30...37: style.text = .named(CellStyle.Name(rawValue: UInt8(number - 30)) ?? .white)
            case 40...47: style.ground = .named(CellStyle.Name(rawValue: UInt8(number - 40)) ?? .white)
            default: break
            }
        }
    }
}
