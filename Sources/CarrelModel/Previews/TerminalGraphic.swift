import CarrelBasics
import Foundation

/// How a terminal takes pictures.
public enum PictureForm: String, Sendable, Hashable, Codable, CaseIterable {
    /// As characters with two colours each: every terminal with colours.
    case blocks
    /// In Kitty's graphics protocol.
    case kitty
    /// As iTerm2's inline images.
    case iterm
    /// As Sixel graphics of the VT340.
    case sixel
}

/// A picture in the form that a terminal takes, without what is around it there.
///
/// A front end may write it to a terminal: what a terminal could take for something else is refused here.
public struct TerminalGraphic: Sendable, Hashable, Codable {
    /// How a terminal takes it; never `.blocks`.
    public let form: PictureForm
    /// Its size in pixels.
    public let width, height: Int
    /// Red, green, blue and opacity of each pixel for Kitty, a picture file for iTerm2, the commands of Sixel.
    public let content: Data

    /// The longer side of a picture, in pixels.
    public static let maxSide = 4096
    private static let maxSize = 32 << 20

    /// Makes a picture.
    ///
    /// - Parameters:
    ///   - form: how a terminal takes it.
    ///   - width: the pixels of a row.
    ///   - height: the number of rows.
    ///   - content: what `form` says; `nil` is returned if it is not that, or is too large.
    public init?(_ form: PictureForm, width: Int, height: Int, content: Data) {
        guard (1...Self.maxSide).contains(width), (1...Self.maxSide).contains(height), !content.isEmpty,
            content.count <= Self.maxSize
        else { return nil }
        switch form {
        case .blocks: return nil
        case .kitty: guard content.count == width * height * 4 else { return nil }
        // It is sent in base 64, and says nothing to the terminal itself.
        case .iterm: break
        case .sixel: guard SixelCheck.passes(content, width: width, height: height) else { return nil }
        }
        (self.form, self.width, self.height, self.content) = (form, width, height, content)
    }

    private enum CodingKeys: String, CodingKey { case form, width, height, content }

    /// Reads what was written, and checks it again.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard
            let graphic = TerminalGraphic(
                try values.decode(PictureForm.self, forKey: .form),
                width: try values.decode(Int.self, forKey: .width),
                height: try values.decode(Int.self, forKey: .height),
                content: try values.decode(Data.self, forKey: .content))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .content, in: values, debugDescription: "not a picture for a terminal")
        }
        self = graphic
    }
}

/// Checks the commands of a Sixel picture: raster, colours, repeats, pixels, and the ends of lines.
private enum SixelCheck {
    static func passes(_ content: Data, width: Int, height: Int) -> Bool {
        var rest = [UInt8](content)[...]
        guard rest.popFirst() == UInt8(ascii: "\""), numbers(&rest) == [1, 1, width, height] else {
            return false
        }
        var (column, band) = (0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                guard let values = numbers(&rest), (0...255).contains(values[0]),
                    values.count == 1
                        || values.count == 5 && values[1] == 2 && values[2...].allSatisfy({ $0 <= 100 })
                else { return false }
            case UInt8(ascii: "!"):
                guard let values = numbers(&rest), values.count == 1, let pixel = rest.popFirst(),
                    (0x3F...0x7E).contains(pixel)
                else { return false }
                column += values[0]
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, band) = (0, band + 1)
            case 0x3F...0x7E: column += 1
            default: return false
            }
            guard column <= width, band <= (height + 5) / 6 else { return false }
        }
        return true
    }

    /// Numbers of at most four digits with semicolons between them, five at the most; `nil` if there are none.
    private static func numbers(_ bytes: inout ArraySlice<UInt8>) -> [Int]? {
        var values: [Int] = []
        repeat {
            let digits = bytes.prefix(5).prefix(while: \.isDigit)
            guard (1...4).contains(digits.count), values.count < 5,
                let value = Int(String(decoding: digits, as: UTF8.self))
            else { return nil }
            values.append(value)
            bytes = bytes.dropFirst(digits.count)
            guard bytes.first == UInt8(ascii: ";") else { return values }
            bytes = bytes.dropFirst()
        } while true
    }
}
