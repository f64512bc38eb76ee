import CarrelModel

/// Draws a picture on a terminal with upper half blocks: each character shows two pixels, one above the other.
package enum PictureText {
    /// The picture's lines; each resets the style at its end.
    package static func lines(_ picture: Picture, _ depth: ColourDepth) -> [String] {
        stride(from: 0, to: picture.height, by: 2).map { row in
            let upper = picture.pixels[row]
            let lower = row + 1 < picture.height ? picture.pixels[row + 1] : []
            var (line, style) = ("", "")
            for column in upper.indices {
                let cell = cell(upper[column], column < lower.count ? lower[column] : nil, depth)
                if cell.style != style { line += "\u{1B}[0\(cell.style)m" }
                style = cell.style
                line += cell.character
            }
            return line + "\u{1B}[0m"
        }
    }

    /// The SGR parameters after the reset, and the character.
    private static func cell(
        _ upper: Picture.Colour?, _ lower: Picture.Colour?, _ depth: ColourDepth
    ) -> (style: String, character: String) {
        switch (upper, lower) {
        case (nil, nil): ("", " ")
        case (let upper?, nil): (";38;" + depth.parameters(upper), "▀")
        case (nil, let lower?): (";38;" + depth.parameters(lower), "▄")
        case (let upper?, let lower?):
            (";38;" + depth.parameters(upper) + ";48;" + depth.parameters(lower), "▀")
        }
    }
}
