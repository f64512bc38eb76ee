/// The live converter without its terminal: keys in, lines out.
///
/// Each key takes effect at once. The input is kept as text, so that unfinished numbers such as `12.` and `-` are
/// possible, and stays when units, category or dialect change.
public struct ConverterSession: Sendable, Hashable {
    /// What was typed.
    public private(set) var typed = ""
    /// What is measured.
    public private(set) var category = UnitCategory.data
    /// What `KB` … `TB` mean.
    public private(set) var dialect: UnitDialect
    /// What is to be said of the last key: mostly why it did nothing.
    public private(set) var notice: String?
    /// Whether a key asked to leave.
    public private(set) var hasEnded = false

    private var choices: [UnitCategory: Choice] = [
        .data: Choice(source: "MB", target: "B"), .temperature: Choice(source: "C", target: "F"),
    ]

    /// The chosen units of a category, by symbol.
    private struct Choice: Sendable, Hashable {
        var source: String
        var target: String
    }

    public init(dialect: UnitDialect = .classroom) { self.dialect = dialect }

    /// The symbol of the unit that is converted from.
    public var source: String { choices[category]?.source ?? "" }
    /// The symbol of the unit that is converted to.
    public var target: String { choices[category]?.target ?? "" }

    /// The conversion of the typed number; `nil` while no digit is typed.
    ///
    /// - Throws: `UnitError` if this is not a number, or there is no such size or temperature.
    public func conversion() throws(UnitError) -> UnitConversion? {
        guard typed.contains(where: \.isNumber) else { return nil }
        let table = UnitTable.of(dialect)
        return try UnitConversion(
            DecimalText.read(typed), from: table.unit(named: source), to: table.unit(named: target))
    }

    /// Takes a key.
    public mutating func press(_ key: ConverterKey) {
        notice = nil
        switch key {
        case .character(let character): type(character)
        case .up: chooseSource(-1)
        case .down: chooseSource(1)
        case .left: chooseTarget(-1)
        case .right: chooseTarget(1)
        case .backspace: _ = typed.popLast()
        case .clear: typed = ""
        case .tab: nextCategory()
        case .leave: hasEnded = true
        case .other: break
        }
    }

    private mutating func type(_ character: Character) {
        switch character {
        case "0"..."9": append(character)
        case ".":
            if typed.contains(".") { notice = "A number has one decimal point at most" } else { append(".") }
        case ",":
            // It stays and the number is refused: without it the digits would be another number.
            if !typed.contains(",") { append(",") }
            notice = "The decimal point is a point, not a comma"
        case "-": changeSign()
        case "f": chooseSource(1)
        case "F": chooseSource(-1)
        case "t": chooseTarget(1)
        case "T": chooseTarget(-1)
        case "s": choices[category] = Choice(source: target, target: source)
        case "c": nextCategory()
        case "d": nextDialect()
        case "q": hasEnded = true
        default: notice = "“\(character)” does nothing here"
        }
    }

    private mutating func append(_ character: Character) {
        guard !character.isNumber || typed.count(where: \.isNumber) < DecimalText.safeDigits else {
            notice = "A number has \(DecimalText.safeDigits) digits at most"
            return
        }
        typed.append(character)
    }

    private mutating func changeSign() {
        if typed.hasPrefix("-") {
            typed.removeFirst()
        } else if category == .temperature {
            typed = "-" + typed
        } else {
            notice = "A size is never negative"
        }
    }

    private mutating func nextCategory() {
        let all = UnitCategory.allCases
        let index = all.firstIndex(of: category) ?? 0
        category = all[(index + 1) % all.count]
    }

    private mutating func nextDialect() {
        dialect = dialect == .si ? .classroom : .si
        if category != .data { notice = "1 KB is \(dialect.kilobyte) B now" }
    }

    private mutating func chooseSource(_ step: Int) {
        choices[category] = Choice(source: neighbour(of: source, step), target: target)
    }

    private mutating func chooseTarget(_ step: Int) {
        choices[category] = Choice(source: source, target: neighbour(of: target, step))
    }

    private func neighbour(of symbol: String, _ step: Int) -> String {
        let symbols = UnitTable.of(dialect).units(of: category).map(\.symbol)
        guard let index = symbols.firstIndex(of: symbol) else { return symbol }
        return symbols[(index + step + symbols.count) % symbols.count]
    }
}
