import Foundation

/// The ends of lines in tables, which are CR, LF or both.
public enum TableLines {
    /// A text with LF alone at the ends of its lines.
    public static func endedByLineFeed(_ text: Data) -> Data {
        guard text.contains(0x0D) else { return text }
        var lines = Data()
        lines.reserveCapacity(text.count)
        var wasReturn = false
        for byte in text {
            if byte == 0x0A, wasReturn {
                wasReturn = false
                continue
            }
            wasReturn = byte == 0x0D
            lines.append(wasReturn ? 0x0A : byte)
        }
        return lines
    }
}
