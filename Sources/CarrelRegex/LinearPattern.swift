import CRegex

/// A regular expression whose search takes time in proportion to the text, whatever the expression is.
///
/// The syntax is RE2's: what would need to go back in the text, such as `(?=…)` and `\1`, it does not have.
public final class LinearPattern: @unchecked Sendable {
    // The one owner of RE2's compiled pattern, which is never changed and may be searched with from any thread.
    private let handle: OpaquePointer

    /// Why a text is not a pattern.
    public struct SyntaxError: Error, Sendable, Hashable {
        /// What RE2 says of it.
        public let reason: String
    }

    /// Compiles a pattern.
    public init(_ pattern: String) throws(SyntaxError) {
        var pattern = pattern
        var message = [CChar](repeating: 0, count: 256)
        let handle = pattern.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                carrel_regex_make($0.baseAddress, $0.count, &message, message.count)
            }
        }
        guard let handle else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw SyntaxError(reason: String(decoding: text, as: UTF8.self))
        }
        self.handle = handle
    }

    deinit { carrel_regex_free(handle) }

    /// How many groups it has.
    public var groupCount: Int { Int(carrel_regex_groups(handle)) }

    /// Whether the pattern is found somewhere in a text.
    public func isFound(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                carrel_regex_is_found(handle, $0.baseAddress, $0.count)
            }
        }
    }

    /// The first place where the pattern is found: the whole match, then its groups, nine at the most.
    ///
    /// - Returns: the texts, `nil` for a group that has no part in the match; an empty list if nothing is found.
    public func firstMatch(in text: String) -> [String?] {
        var text = text
        return text.withUTF8 { bytes in
            var places = [Int](repeating: -1, count: 20)
            let count = bytes.withMemoryRebound(to: CChar.self) {
                Int(carrel_regex_find(handle, $0.baseAddress, $0.count, &places, 10))
            }
            return (0..<count).map { group in
                let (start, length) = (places[2 * group], places[2 * group + 1])
                guard start >= 0, length >= 0, start + length <= bytes.count else { return nil }
                return String(decoding: bytes[start..<(start + length)], as: UTF8.self)
            }
        }
    }
}
