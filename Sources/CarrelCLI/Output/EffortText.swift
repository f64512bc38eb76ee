import CarrelBasics
import Foundation

/// What something took, for the end of a line.
enum EffortText {
    /// Bytes, if there are any, and seconds, such as `3 MB in 1.2 s`.
    static func text(_ bytes: Int64, in seconds: Double) -> String {
        let time = "\(String(format: seconds < 10 ? "%.1f" : "%.0f", seconds)) s"
        return bytes > 0 ? "\(ByteCount(bytes)) in \(time)" : time
    }
}
