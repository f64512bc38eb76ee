import Foundation

/// A number of bytes, written as `64 KiB`, `2 MB` or `12`.
///
/// `kB`, `KB`, `MB`, `GB` and `TB` are powers of 1000, `KiB` … `TiB` powers of 1024 (IEC 80000-13).
public struct ByteCount: Sendable, Hashable, Comparable {
    /// The number of bytes, never negative.
    public let bytes: Int64

    /// Makes a count; a negative number counts as zero.
    public init(_ bytes: Int64) { self.bytes = max(0, bytes) }

    /// Reads a count with an optional unit; `nil` where it is none, or does not fit.
    public init?(text: String) {
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        let number = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = trimmed.dropFirst(number.count).trimmingCharacters(in: .whitespaces).lowercased()
        guard let factor = Self.factors.first(where: { $0.unit.lowercased() == unit })?.bytes,
            let value = Double(number)
        else { return nil }
        let bytes = value * Double(factor)
        guard bytes.isFinite, bytes >= 0, bytes < Double(Int64.max) else { return nil }
        self.bytes = Int64(bytes)
    }

    private static let factors: [(unit: String, bytes: Int64)] = [
        ("", 1), ("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
    ]

    /// Orders by number of bytes.
    public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }
}

extension ByteCount: CustomStringConvertible {
    /// The count for people, in powers of 1024 with three significant digits: `1.25 MiB`.
    public var description: String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 999.5, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        guard unit > 0 else { return "\(bytes) B" }
        if value >= 99.95 { return "\(Int64(value.rounded(.toNearestOrEven))) \(units[unit])" }
        let scale: Int64 = value >= 9.995 ? 10 : 100
        let scaled = Int64((value * Double(scale)).rounded(.toNearestOrEven))
        let fraction = scaled % scale
        let padding = scale == 100 && fraction < 10 ? "0" : ""
        return "\(scaled / scale).\(padding)\(fraction) \(units[unit])"
    }
}
