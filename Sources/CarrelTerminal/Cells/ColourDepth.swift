import CarrelModel

/// The colours that a terminal can show.
package enum ColourDepth: Int, Sendable, Comparable {
    /// None, or the person wants none; bold, underlined and reversed text is there all the same.
    case none
    /// The sixteen colours of the terminal's own scheme.
    case basic
    /// The 6 × 6 × 6 colours and 24 greys of terminals with 256 colours, too.
    case palette
    /// All colours, with 24 bits.
    case full

    /// Reads what the environment says about the terminal.
    package init(environment: [String: String]) {
        let name = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || name.isEmpty || name == "dumb" {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || name.hasSuffix("-direct") {
            self = .full
        } else if Self.hasPalette(name) {
            self = .palette
        } else {
            self = name.hasPrefix("vt1") || name.hasPrefix("vt2") ? .none : .basic
        }
    }

    /// Whether a terminal's name says that it has 256 colours, as `xterm-256color` and `screen-256color-bce` do.
    ///
    /// By bytes: every command asks, and Foundation's search would be loaded for it.
    private static func hasPalette(_ name: String) -> Bool {
        let (bytes, wanted) = (Array(name.utf8), Array("256color".utf8))
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }

    package static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }

    /// The SGR parameters of a colour, after 38 or 48, of a terminal with 256 colours or more.
    package func parameters(_ colour: Picture.Colour) -> String {
        self == .full
            ? "2;\(colour.red);\(colour.green);\(colour.blue)" : "5;\(Self.nearest(colour))"
    }

    /// The brightness of the steps of red, green and blue in the palette.
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The palette's nearest colour: one of the cube from 16, or one of the greys from 232.
    package static func nearest(_ colour: Picture.Colour) -> Int {
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
