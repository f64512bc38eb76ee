import CarrelModel
import Foundation

/// A picture for a terminal that shows pictures, as the escape sequence of its form.
package enum GraphicText {
    // The most that Kitty takes at once.
    private static let chunk = 4096
    // More takes long to send, and is not seen better.
    private static let (maxWidth, maxHeight) = (1280, 960)

    /// The largest picture to make for some characters, in pixels.
    package static func size(columns: Int, lines: Int, cell: PictureSize) -> PictureSize {
        PictureSize(width: min(columns * cell.width, maxWidth), height: min(lines * cell.height, maxHeight))
    }

    /// How many characters a picture takes.
    package static func cells(
        of graphic: TerminalGraphic, cell: PictureSize
    ) -> (columns: Int, lines: Int) {
        let (width, height) = (max(1, cell.width), max(1, cell.height))
        return ((graphic.width + width - 1) / width, (graphic.height + height - 1) / height)
    }

    /// The sequence, and the end of the line behind it.
    package static func text(_ graphic: TerminalGraphic, cell: PictureSize) -> String {
        let sequence = sequence(graphic, cell: cell)
        return sequence.isEmpty ? "" : sequence + "\n"
    }

    /// The sequence that draws a picture where the cursor stands.
    ///
    /// - Parameters:
    ///   - graphic: the picture.
    ///   - cell: the size of one character, in pixels.
    /// - Returns: the text to write to the terminal.
    package static func sequence(_ graphic: TerminalGraphic, cell: PictureSize) -> String {
        let (columns, lines) = cells(of: graphic, cell: cell)
        switch graphic.form {
        case .blocks: return ""
        case .kitty:
            let content = Array(graphic.content.base64EncodedString().utf8)
            var text = ""
            for start in stride(from: 0, to: content.count, by: chunk) {
                let part = String(decoding: content[start..<min(content.count, start + chunk)], as: UTF8.self)
                let head = "a=T,q=2,f=32,s=\(graphic.width),v=\(graphic.height),c=\(columns),r=\(lines),"
                let more = start + chunk < content.count ? 1 : 0
                text += "\u{1B}_G\(start == 0 ? head : "")m=\(more);\(part)\u{1B}\\"
            }
            return text
        case .iterm:
            return "\u{1B}]1337;File=inline=1;size=\(graphic.content.count);width=\(columns);height=\(lines);"
                + "preserveAspectRatio=1:\(graphic.content.base64EncodedString())\u{07}"
        case .sixel:
            return "\u{1B}P0;1;0q\(String(decoding: graphic.content, as: UTF8.self))\u{1B}\\"
        }
    }
}
