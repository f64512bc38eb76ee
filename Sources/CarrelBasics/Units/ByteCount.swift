import Foundation

/// A number of bytes, written as `64 KiB`, `2 MB` or `12`.
///
/// `kB`, `KB`, `MB`, `GB` and `TB` are powers of 1000, `KiB` … `TiB` powers of 1024 (IEC 80000-13).
public struct ByteCount: Sendable, Hashable, Comparable {
    /// The number of bytes, never negative.
    public let bytes: Int64

    /// Makes a count; a negative number counts as zero.
    public init(_ bytes: Int64) { self.bytes = max(0, bytes) }

    /// Reads a count with an optional unit; `nil` for any other text, or a number that is too large.
    ///
    /// Drops a fraction of a byte, and refuses numbers of more than 38 digits.
    public init?(text: String) {
        let trimmed = Self.withoutSpaces(text[...])
        let number = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let symbol = Self.withoutSpaces(trimmed.dropFirst(number.count))
        guard let unit = UnitTable.si.unit(symbol: symbol.isEmpty ? "B" : String(symbol), of: .data),
            let value = try? DecimalText.read(number), let bytes = value.multiplied(by: unit.scale)?.whole
        else { return nil }
        self.bytes = bytes
    }

    /// The text without white space at its ends, but with line ends.
    ///
    /// Foundation's own would be loaded for it by every command that reads a profile.
    private static func withoutSpaces(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character.isWhitespace && !character.isNewline }
        let rest = text.drop(while: isSpace)
        return rest.lastIndex { !isSpace($0) }.map { rest[...$0] } ?? ""
    }

    /// The sum; the largest number that there is if that is too large, for a catalogue may say anything of a size.
    public static func + (left: Self, right: Self) -> Self {
        let (sum, isTooLarge) = left.bytes.addingReportingOverflow(right.bytes)
        return Self(isTooLarge ? .max : sum)
    }

    /// Orders by number of bytes.
    public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }
}

extension ByteCount: CustomStringConvertible {
    /// The count for people, in powers of 1024 with three significant digits: `1.25 MiB`.
    public var description: String {
        // 999.5 of a unit would be rounded to 1000, so it is shown in the next one.
        guard 2 * Int128(bytes) >= 1999 else { return "\(bytes) B" }
        let unit = Self.binaryUnits.first { 2 * Int128(bytes) < 1999 * $0.bytes } ?? Self.largestUnit
        // Two places below 9.995, one below 99.95, and none above: three digits in all.
        let places =
            200 * Int128(bytes) < 1999 * unit.bytes ? 2 : 20 * Int128(bytes) < 1999 * unit.bytes ? 1 : 0
        let scale: Int128 = [1, 10, 100][places]
        let scaled = Self.rounded(Int128(bytes) * scale, by: unit.bytes)
        guard places > 0 else { return "\(scaled) \(unit.symbol)" }
        let fraction = String(scaled % scale).zeroPadded(to: places)
        return "\(scaled / scale).\(fraction) \(unit.symbol)"
    }

    /// The count in the largest unit that needs no fraction, such as `64 KiB`; otherwise only the number.
    package var exactText: String {
        for unit in Self.binaryUnits.reversed() where bytes > 0 && Int128(bytes) % unit.bytes == 0 {
            return "\(Int128(bytes) / unit.bytes) \(unit.symbol)"
        }
        return String(bytes)
    }

    /// The quotient rounded to the nearest whole number, with halves rounded to even.
    private static func rounded(_ dividend: Int128, by divisor: Int128) -> Int128 {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return 2 * rest > divisor || (2 * rest == divisor && quotient % 2 == 1) ? quotient + 1 : quotient
    }

    private typealias Scale = (symbol: String, bytes: Int128)

    /// `KiB` … `TiB`, in a list of their own for speed: tables of a million rows print sizes.
    private static let binaryUnits: [Scale] = UnitTable.si.units(of: .data).compactMap { unit in
        guard unit.symbol.hasSuffix("iB"), let bytes = unit.scale.whole else { return nil }
        return (unit.symbol, Int128(bytes))
    }

    private static let largestUnit = binaryUnits.last ?? ("B", 1)
}

extension Int64 {
    /// How much of a whole this number of bytes is, from 0 to 1; 1 where the whole is nothing.
    package func fraction(of total: Int64) -> Double {
        total > 0 ? Swift.min(1, Double(self) / Double(total)) : 1
    }
}
