import CarrelBasics
import CarrelModel
import Foundation

/// Reads the one escape sequence that chafa writes for a picture: Kitty's, iTerm2's or Sixel's, and nothing else.
///
/// The program's output is made from a document that nobody vouches for. The picture is taken out of it and checked;
/// whatever else a terminal could act on makes it no picture.
enum GraphicReader {
    // chafa makes pictures of cells of eight by eight pixels where it does not know the terminal's.
    static let cell = 8

    /// Reads a picture of at most that many pixels; `nil` if it is not one.
    static func graphic(_ output: Data, _ form: PictureForm, limit: PictureSize) -> TerminalGraphic? {
        var rest = [UInt8](output)[...]
        let found: TerminalGraphic? =
            switch form {
            case .blocks: nil
            case .kitty: kitty(&rest)
            case .iterm: iterm(&rest)
            case .sixel: sixel(&rest)
            }
        guard let found, found.width <= limit.width, found.height <= limit.height,
            rest.isEmpty || rest.elementsEqual([0x0A])
        else { return nil }
        return found
    }

    private static func kitty(_ rest: inout ArraySlice<UInt8>) -> TerminalGraphic? {
        guard take("\u{1B}_Ga=T,f=32,s=", &rest), let width = number(&rest), take(",v=", &rest),
            let height = number(&rest), take(",c=", &rest), number(&rest) != nil, take(",r=", &rest),
            number(&rest) != nil, take(",m=1\u{1B}\\", &rest)
        else { return nil }
        var content = Data()
        while take("\u{1B}_Gm=1;", &rest) {
            guard let part = base64(&rest), take("\u{1B}\\", &rest) else { return nil }
            content += part
        }
        guard take("\u{1B}_Gm=0\u{1B}\\", &rest) else { return nil }
        return TerminalGraphic(.kitty, width: width, height: height, content: content)
    }

    private static func iterm(_ rest: inout ArraySlice<UInt8>) -> TerminalGraphic? {
        guard take("\u{1B}]1337;File=inline=1;width=", &rest), let columns = number(&rest),
            take(";height=", &rest), let lines = number(&rest), take(";preserveAspectRatio=0:", &rest),
            let content = base64(&rest), take("\u{07}", &rest)
        else { return nil }
        return TerminalGraphic(.iterm, width: columns * cell, height: lines * cell, content: content)
    }

    private static func sixel(_ rest: inout ArraySlice<UInt8>) -> TerminalGraphic? {
        guard take("\u{1B}P0;1;0q", &rest), let end = rest.firstIndex(of: 0x1B) else { return nil }
        let content = rest[..<end]
        rest = rest[end...]
        guard take("\u{1B}\\", &rest), content.first == UInt8(ascii: "\"") else { return nil }
        var size = content.dropFirst()
        guard take("1;1;", &size), let width = number(&size), take(";", &size), let height = number(&size)
        else { return nil }
        return TerminalGraphic(.sixel, width: width, height: height, content: Data(content))
    }

    private static func take(_ text: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix(5).prefix(while: \.isDigit)
        guard (1...4).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func base64(_ rest: inout ArraySlice<UInt8>) -> Data? {
        let end = rest.firstIndex { $0 == 0x1B || $0 == 0x07 } ?? rest.endIndex
        let text = rest[..<end]
        rest = rest[end...]
        return Data(base64Encoded: Data(text))
    }
}
