import CarrelBasics
import CarrelModel
import Foundation

/// Reads the lines that chafa draws: half blocks with colours, and nothing else.
///
/// The program's output is made from a document that nobody vouches for. What is read becomes colours of pixels;
/// any other character or control sequence, and a picture beyond the size that was asked for, is refused.
struct CellReader {
    private let columns: Int
    private let lines: Int
    private var foreground: Picture.Colour?
    private var background: Picture.Colour?
    private var isReversed = false

    /// Reads a picture of at most that many columns and lines of characters; `nil` if it is not one.
    static func picture(_ output: Data, columns: Int, lines: Int) -> Picture? {
        var reader = CellReader(columns: columns, lines: lines)
        return reader.read([UInt8](output)[...])
    }

    private init(columns: Int, lines: Int) { (self.columns, self.lines) = (columns, lines) }

    private mutating func read(_ output: ArraySlice<UInt8>) -> Picture? {
        var rest = output
        var pixels: [[Picture.Colour?]] = []
        var (upper, lower): ([Picture.Colour?], [Picture.Colour?]) = ([], [])
        while let byte = rest.first {
            switch byte {
            case 0x1B:
                guard let length = apply(rest) else { return nil }
                rest = rest.dropFirst(length)
                continue
            case 0x0A:
                guard !upper.isEmpty, pixels.isEmpty || pixels[0].count == upper.count,
                    pixels.count < 2 * lines
                else { return nil }
                pixels += [upper, lower]
                (upper, lower) = ([], [])
                rest = rest.dropFirst()
                continue
            default: break
            }
            guard upper.count < columns else { return nil }
            let (ink, paper) = isReversed ? (background, foreground) : (foreground, background)
            let character = byte == 0x20 ? [byte] : Array(rest.prefix(3))
            switch character {
            case [0x20], [0xE2, 0x96, 0x84]: upper.append(paper)
            case [0xE2, 0x96, 0x80], [0xE2, 0x96, 0x88]: upper.append(ink)
            default: return nil
            }
            lower.append([0x84, 0x88].contains(character[character.count - 1]) ? ink : paper)
            rest = rest.dropFirst(character.count)
        }
        // A line that is not ended was cut.
        return pixels.isEmpty || !upper.isEmpty ? nil : Picture(pixels: pixels)
    }

    /// Applies an SGR sequence (ECMA-48); returns its length, or `nil` if it is another.
    private mutating func apply(_ bytes: ArraySlice<UInt8>) -> Int? {
        let body = bytes.dropFirst(2).prefix(64).prefix { $0 != 0x6D }
        guard bytes.dropFirst().first == 0x5B, body.count < 64, bytes.dropFirst(2 + body.count).first == 0x6D
        else { return nil }
        var values: [UInt8] = []
        for part in body.split(separator: 0x3B, omittingEmptySubsequences: false) {
            guard part.allSatisfy(\.isDigit), let value = UInt8(String(decoding: part, as: UTF8.self)) else {
                return nil
            }
            values.append(value)
        }
        var rest = values[...]
        while let value = rest.popFirst() {
            switch value {
            case 0: (foreground, background, isReversed) = (nil, nil, false)
            case 7: isReversed = true
            case 38, 48:
                guard rest.popFirst() == 2, let red = rest.popFirst(), let green = rest.popFirst(),
                    let blue = rest.popFirst()
                else { return nil }
                let colour = Picture.Colour(red: red, green: green, blue: blue)
                if value == 38 { foreground = colour } else { background = colour }
            default: return nil
            }
        }
        return body.count + 3
    }
}
