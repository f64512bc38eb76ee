import Foundation

/// The digits of a number, as many as spreadsheets show of one: fifteen.
///
/// They are rounded as people do, so that 1.005 with two decimals is 1.01, which its binary value is a little less than.
struct DecimalDigits {
    /// Without zeros at the end.
    private var digits: [Int] = []
    /// How many of them stand before the point; less than none where zeros stand between it and them.
    private var point = 0

    /// Reads a number without its sign.
    init(_ number: Double) {
        let parts = String(format: "%.14e", abs(number)).split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return }
        digits = parts[0].compactMap(\.wholeNumberValue)
        point = exponent + 1
        trim()
    }

    /// Multiplies by a power of ten.
    mutating func shift(by power: Int) {
        if !digits.isEmpty { point += power }
    }

    /// Rounds to a number of decimals, a half away from zero.
    mutating func round(decimals: Int) {
        let kept = point + decimals
        guard kept < digits.count else { return }
        let isUp = kept >= 0 && digits[kept] >= 5
        digits.removeLast(digits.count - max(0, kept))
        guard isUp else { return trim() }
        while digits.last == 9 { digits.removeLast() }
        if digits.isEmpty {
            // 99.9 is 100: one digit more stands before the point.
            (digits, point) = ([1], point + 1)
        } else {
            digits[digits.count - 1] += 1
        }
    }

    /// Divides by a power of ten, so that at most some digits stand before the point.
    ///
    /// - Parameters:
    ///   - wholes: how many; the power is a multiple of it.
    ///   - decimals: how many stand behind it.
    /// - Returns: the power.
    mutating func split(wholes: Int, decimals: Int) -> Int {
        guard !digits.isEmpty else { return 0 }
        let floor = point > 0 ? (point - 1) / wholes : (point - wholes) / wholes
        point -= floor * wholes
        round(decimals: decimals)
        guard point > wholes else { return floor * wholes }
        point -= wholes
        return (floor + 1) * wholes
    }

    /// The digits before the point; none for a number below one.
    var whole: String { text(of: 0..<max(0, point)) }

    /// The first digits behind the point.
    func fraction(_ count: Int) -> String { text(of: point..<(point + count)) }

    private func text(of places: Range<Int>) -> String {
        places.map { digits.indices.contains($0) ? String(digits[$0]) : "0" }.joined()
    }

    private mutating func trim() {
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { point = 0 }
    }
}
