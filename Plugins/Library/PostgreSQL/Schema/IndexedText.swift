import CarrelDigest
import CarrelModel

/// What stands for a text in an index, whose parts PostgreSQL limits to about 2,700 bytes: the text itself if it is
/// short, else its digest.
enum IndexedText {
    /// The longest text that stands for itself, in bytes: three fit into one index.
    private static let longest = 512
    /// What digests begin with, and no text that stands for itself.
    private static let mark = "sha256:"

    /// What stands for a text.
    static func key(_ text: String) -> String {
        text.utf8.count <= longest && !text.hasPrefix(mark) ? text : mark + SHA256.digits(of: text.utf8)
    }
}
