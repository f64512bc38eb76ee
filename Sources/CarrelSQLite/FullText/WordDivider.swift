import CSQLite
import Foundation

/// Divides texts into words as a table of FTS5 does.
///
/// Used by the actor that uses its connection, and not after that is closed.
final class WordDivider {
    private let tokenizer: MadeTokenizer

    /// Makes a divider; `nil` if SQLite knows no such one.
    ///
    /// - Parameters:
    ///   - connection: the connection of the table.
    ///   - description: what the table was told as `tokenize`, such as `porter carrel`.
    init?(_ connection: OpaquePointer, _ description: String) {
        let words = description.split(separator: " ").map(String.init)
        guard let api = FullTextInterface.of(connection), let name = words.first,
            let tokenizer = MadeTokenizer(api, name, Array(words.dropFirst()))
        else { return nil }
        self.tokenizer = tokenizer
    }

    private struct Found {
        var words: [Range<Int>] = []
        let most: Int
    }

    /// The first words of a text, by their bytes, in order.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - most: how many words to find.
    /// - Returns: the words; what can be found of them if the text is damaged.
    func words(in text: [UInt8], atMost most: Int) -> [Range<Int>] {
        var found = Found(most: most)
        guard most > 0, text.count < Int(Int32.max) else { return [] }
        text.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            let count = Int32(bytes.count)
            withUnsafeMutablePointer(to: &found) { found in
                _ = tokenizer.divide(start, count, FTS5_TOKENIZE_DOCUMENT, found, Self.take)
            }
        }
        return found.words
    }

    private static let take: WordTaker = { data, flags, _, _, start, end in
        guard let found = data?.assumingMemoryBound(to: Found.self) else { return SQLITE_ERROR }
        // Another form of the word before it.
        guard flags & FTS5_TOKEN_COLOCATED == 0, start <= end else { return SQLITE_OK }
        found.pointee.words.append(Int(start)..<Int(end))
        return found.pointee.words.count < found.pointee.most ? SQLITE_OK : SQLITE_DONE
    }
}
