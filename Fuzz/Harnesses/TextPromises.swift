import CarrelBasics
import CarrelTesting

/// Fails unless a text can be shown as it is: nothing in it that a terminal would act on.
func requireShowable(_ text: String?, _ what: String) throws {
    guard let text else { return }
    try require(
        text.terminalSafe.utf8.elementsEqual(text.utf8),
        "\(what) holds control characters: \(text.debugDescription)")
}

/// Fails unless a text stands on one line and can be shown.
func requireLine(_ text: String?, _ what: String) throws {
    guard let text else { return }
    try requireShowable(text, what)
    try require(!text.contains { $0.isNewline }, "\(what) has several lines: \(text.debugDescription)")
}

/// Fails unless two texts are the same bytes: Swift compares by canonical equivalence.
func requireSame(_ text: String?, _ expected: String?, _ what: String) throws {
    try requireEqual(text.map { Array($0.utf8) }, expected.map { Array($0.utf8) }, what)
}

/// Fails unless a place, counted from 1, is in a text or right behind it.
func requirePlace(line: Int, column: Int, in text: String, _ what: String) throws {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try require((1...lines.count).contains(line), "\(what): line \(line) of \(lines.count)")
    let length = lines[line - 1].count
    try require((1...(length + 2)).contains(column), "\(what): column \(column) of \(length) in line \(line)")
}
