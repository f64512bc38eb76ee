import CarrelJSON
import Foundation

/// JSON Lines: a text with an object on each line, read as an array of them.
enum JSONLines {
    private static let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A]

    /// The array, whose lines are those of the text; `nil` for any other text.
    ///
    /// No JSON text has an object on its first line and another one after it.
    static func array(of text: Data) -> Data? {
        let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
        let first = text.drop { blanks.contains($0) }
        guard first.first == opening, let end = first.firstIndex(of: 0x0A),
            first[..<end].last(where: { !blanks.contains($0) }) == closing,
            first[end...].first(where: { !blanks.contains($0) }) == opening
        else { return nil }
        var array = Data("[".utf8)
        array.reserveCapacity(text.count + text.count / 16)
        var isFirst = true
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.contains(where: { !blanks.contains($0) }) {
                if !isFirst { array.append(UInt8(ascii: ",")) }
                isFirst = false
            }
            array += line
            array.append(0x0A)
        }
        array.append(UInt8(ascii: "]"))
        return array
    }
}
