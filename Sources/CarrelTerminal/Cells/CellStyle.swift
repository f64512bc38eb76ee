import CarrelModel

/// How a cell looks.
package struct CellStyle: Sendable, Hashable {
    /// A colour of text or ground.
    package enum Colour: Sendable, Hashable {
        /// The terminal's own.
        case standard
        /// One of the sixteen of the terminal's scheme.
        case named(Name)
        /// Any colour, of a picture; the nearest one is shown that the terminal has.
        case exact(Picture.Colour)
    }

    /// The sixteen colours, by their numbers.
    package enum Name: UInt8, Sendable, Hashable {
        case black, red, green, yellow, blue, magenta, cyan, white
        case grey, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
    }

    /// What is beside colours.
    package struct Attributes: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underlined = Attributes(rawValue: 8)
        package static let reversed = Attributes(rawValue: 16)
    }

    /// The colour of the text.
    package var text = Colour.standard
    /// The colour of the ground.
    package var ground = Colour.standard
    /// The rest.
    package var attributes: Attributes = []

    package init(
        _ text: Colour = .standard, on ground: Colour = .standard, _ attributes: Attributes = []
    ) {
        (self.text, self.ground, self.attributes) = (text, ground, attributes)
    }

    /// A named colour.
    package init(_ name: Name, _ attributes: Attributes = []) {
        self.init(.named(name), attributes)
    }

    /// The terminal's own look.
    package static let plain = CellStyle()

    /// The same with further attributes.
    package func with(_ attributes: Attributes) -> CellStyle {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }
}

extension CellStyle {
    /// The SGR sequence (ECMA-48) that changes one style into another, as short as possible; empty for none.
    ///
    /// - Parameters:
    ///   - former: the style before; `nil` if it is not known.
    ///   - depth: the colours that the terminal has.
    package func sequence(from former: CellStyle?, _ depth: ColourDepth) -> String {
        guard former != self else { return "" }
        let whole = [""] + parameters(depth)
        guard let former else { return Self.sequence(whole) }
        let changed = changes(from: former, depth)
        if changed.isEmpty { return "" }
        let (short, long) = (Self.sequence(changed), Self.sequence(whole))
        return short.utf8.count < long.utf8.count ? short : long
    }

    private static func sequence(_ parameters: [String]) -> String {
        "\u{1B}[\(parameters.joined(separator: ";"))m"
    }

    // Bold and dim have one end.
    private static let ends: [(Attributes, String, String)] = [
        (.bold, "1", "22"), (.dim, "2", "22"), (.italic, "3", "23"), (.underlined, "4", "24"),
        (.reversed, "7", "27"),
    ]

    private func parameters(_ depth: ColourDepth) -> [String] {
        Self.ends.filter { attributes.contains($0.0) }.map(\.1)
            + [Self.parameter(text, 30, depth), Self.parameter(ground, 40, depth)].compactMap(\.self)
    }

    private func changes(from former: CellStyle, _ depth: ColourDepth) -> [String] {
        var changes: [String] = []
        let gone = former.attributes.subtracting(attributes)
        let endsWeight = !gone.isDisjoint(with: [.bold, .dim])
        for (attribute, _, end) in Self.ends where gone.contains(attribute) && !changes.contains(end) {
            changes.append(end)
        }
        for (attribute, begin, _) in Self.ends where attributes.contains(attribute) {
            let isLost = endsWeight && !attribute.isDisjoint(with: [.bold, .dim])
            if isLost || !former.attributes.contains(attribute) { changes.append(begin) }
        }
        let places = [(former.text, text, 30), (former.ground, ground, 40)]
        for (before, after, base) in places {
            let (old, new) = (Self.parameter(before, base, depth), Self.parameter(after, base, depth))
            if old != new { changes.append(new ?? String(base + 9)) }
        }
        return changes
    }

    /// The parameter of a colour; `nil` for the terminal's own.
    private static func parameter(_ colour: Colour, _ base: Int, _ depth: ColourDepth) -> String? {
        guard depth > .none else { return nil }
        switch colour {
        case .standard: return nil
        case .named(let name):
            let number = Int(name.rawValue)
            return String(number < 8 ? base + number : base + 60 + number - 8)
        case .exact(let colour):
            if depth == .basic { return parameter(.named(basic(colour)), base, depth) }
            return "\(base + 8);\(depth.parameters(colour))"
        }
    }

    /// The nearest of the sixteen colours, as far as their shades can be known.
    private static func basic(_ colour: Picture.Colour) -> Name {
        let parts = [Int(colour.red), Int(colour.green), Int(colour.blue)]
        let (most, least) = (parts.max() ?? 0, parts.min() ?? 0)
        if most - least < 48 {
            switch most {
            case ..<64: return .black
            case ..<144: return .grey
            case ..<216: return .white
            default: return .brightWhite
            }
        }
        let half = (most + least) / 2
        let bits = parts.enumerated().reduce(0) { $0 | ($1.element > half ? 1 << $1.offset : 0) }
        return Name(rawValue: UInt8(bits + (most > 191 ? 8 : 0))) ?? .white
    }
}
