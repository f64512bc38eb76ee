import Foundation

extension Duration {
    /// Reads `250ms`, `2s`, `1.5s`, `5m`, `2h`, `1d`; `nil` for anything else.
    ///
    /// The unit is required, except for `0`.
    public init?(durationText: String) {
        let text = durationText.withoutBlankEnds
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = String(text[number.endIndex...]).withoutBlankEnds
        guard let value = Double(number), value.isFinite, value >= 0 else { return nil }
        let seconds: Double
        switch unit {
        case "ms": seconds = value / 1000
        case "s": seconds = value
        case "m": seconds = value * 60
        case "h": seconds = value * 3600
        case "d": seconds = value * 86_400
        case "" where value == 0: seconds = 0
        default: return nil
        }
        guard seconds <= 365 * 24 * 3600 else { return nil }
        self = .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// The duration as `init(durationText:)` reads it, in the largest unit that needs no fraction.
    public var durationText: String {
        let milliseconds = Int64((seconds * 1000).rounded())
        for (unit, factor) in [("h", Int64(3_600_000)), ("m", 60_000), ("s", 1000)]
        where milliseconds >= factor && milliseconds % factor == 0 {
            return "\(milliseconds / factor)\(unit)"
        }
        return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
    }

    /// The duration as a clock shows it, to the second: `0:07`, `12:30`, `3:05:00`.
    public var clockText: String {
        let seconds = max(0, Int64(seconds.rounded()))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let start = hours > 0 ? "\(hours):\(minutes.twoDigits)" : "\(minutes)"
        return "\(start):\((seconds % 60).twoDigits)"
    }

    /// The duration in seconds.
    @inlinable public var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

extension BinaryInteger {
    /// The number as dates and clocks have it: with a zero before a single digit.
    @inlinable package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
