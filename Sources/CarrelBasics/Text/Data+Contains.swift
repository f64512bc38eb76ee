import CPlatform
import Foundation

extension Data {
    /// Whether the bytes of a text are anywhere in it.
    public func contains(_ text: String) -> Bool {
        var text = text
        return withUnsafeBytes { bytes in
            text.withUTF8 { text in
                carrel_contains(bytes.baseAddress, bytes.count, text.baseAddress, text.count)
            }
        }
    }
}
