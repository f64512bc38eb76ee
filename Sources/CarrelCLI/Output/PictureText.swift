import CarrelModel

/// A picture for a terminal: in each character the upper half block, which has a colour above and one below.
enum PictureText {
    /// The picture's lines; each leaves the terminal as it was.
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

/// How exactly a terminal shows colours.
enum ColourDepth {
    /// The 6 × 6 × 6 colours and 24 greys of terminals with 256 colours.
    case palette
    /// Each colour as it is.
    case full

    /// What a terminal says of itself; `nil` if it has too few colours for pictures.
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

    /// The parameters that choose a colour, after 38 or 48.
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
