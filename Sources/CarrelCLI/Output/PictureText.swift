import CarrelModel

/// Draws a picture on a terminal with upper half blocks: each character shows two pixels, one above the other.
enum PictureText {
    /// The picture's lines; each resets the style at its end.
    static func lines(_ picture: Picture, _ depth: ColourDepth) -> [String] {
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

/// The colours that a terminal can show.
enum ColourDepth {
    /// The 6 × 6 × 6 colours and 24 greys of terminals with 256 colours.
    case palette
    /// All colours, with 24 bits.
    case full

    /// Reads what the environment says about the terminal; `nil` if it has too few colours for pictures.
    init?(environment: [String: String]) {
        let name = environment["TERM"] ?? ""
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || name.hasSuffix("-direct") {
            self = .full
        } else if name.contains("256color") {
            self = .palette
        } else {
            return nil
        }
    }

    /// The SGR parameters of a colour, after 38 or 48.
    func parameters(_ colour: Picture.Colour) -> String {
        switch self {
        case .full: "2;\(colour.red);\(colour.green);\(colour.blue)"
        case .palette: "5;\(Self.nearest(colour))"
        }
    }

    /// The brightness of the steps of red, green and blue in the palette.
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The palette's nearest colour: one of the cube from 16, or one of the greys from 232.
    static func nearest(_ colour: Picture.Colour) -> Int {
        let wanted = [Int(colour.red), Int(colour.green), Int(colour.blue)]
        func distance(_ other: [Int]) -> Int {
            zip(wanted, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        let cube = wanted.map { part in
            steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0
        }
        let grey = min(23, max(0, (wanted.reduce(0, +) / 3 - 3) / 10))
        let greyLevel = 8 + 10 * grey
        let isGrey = distance([greyLevel, greyLevel, greyLevel]) < distance(cube.map { steps[$0] })
        return isGrey ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}
