import CarrelModel

/// Draws a picture as lines of text, two pixels in each character.
package enum PictureText {
    /// The picture's lines; each resets the style at its end.
    package static func lines(_ picture: Picture, _ depth: ColourDepth) -> [String] {
        picture.cells.map { cells in
            var (line, style) = ("", CellStyle.plain)
            for cell in cells.map({ $0 ?? Cell() }) {
                line += cell.style.sequence(from: style, depth) + cell.text
                style = cell.style
            }
            return line + "\u{1B}[0m"
        }
    }
}
