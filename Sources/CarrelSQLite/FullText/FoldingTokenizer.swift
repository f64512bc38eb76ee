import CSQLite
import Foundation

/// Divides texts into words as SQLite's `unicode61` does, and folds them: a tokenizer of FTS5.
///
/// A word that is broken at the end of a line is found as a whole, too: it stands beside each of its halves.
final class FoldingTokenizer {
    /// What tables name it by.
    static let name = "carrel"

    // Marks belong to the words that they stand in, and so does what is not seen, such as a soft hyphen.
    private static let arguments = ["remove_diacritics", "2", "categories", "L* N* Co Mn Mc Cf"]

    private let base: MadeTokenizer

    private init?(_ api: UnsafeMutablePointer<fts5_api>) {
        guard let base = MadeTokenizer(api, "unicode61", Self.arguments) else { return nil }
        self.base = base
    }

    /// Makes it known to a connection; false if that fails.
    static func add(to api: UnsafeMutablePointer<fts5_api>) -> Bool {
        var tokenizer = fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
        // The interface lives as long as the connection, and so do its tokenizers.
        return api.pointee.xCreateTokenizer?(api, name, api, &tokenizer, nil) == SQLITE_OK
    }

    private static let create:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { context, _, _, made in
            guard let api = context?.assumingMemoryBound(to: fts5_api.self),
                let tokenizer = FoldingTokenizer(api)
            else { return SQLITE_ERROR }
            made?.pointee = OpaquePointer(Unmanaged.passRetained(tokenizer).toOpaque())
            return SQLITE_OK
        }

    private static let delete: @convention(c) (OpaquePointer?) -> Void = { handle in
        guard let handle else { return }
        Unmanaged<FoldingTokenizer>.fromOpaque(UnsafeRawPointer(handle)).release()
    }

    private static let tokenize:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, WordTaker?
        ) -> Int32 = { handle, data, flags, text, count, take in
            guard let handle, let text, let take else { return SQLITE_OK }
            let tokenizer = Unmanaged<FoldingTokenizer>.fromOpaque(UnsafeRawPointer(handle))
                .takeUnretainedValue()
            let bytes = UnsafeRawBufferPointer(start: text, count: max(0, Int(count)))
            var words = FoldedWords(
                text: bytes, joinsLines: flags & FTS5_TOKENIZE_QUERY == 0, data: data, take: take)
            return withUnsafeMutablePointer(to: &words) { words in
                tokenizer.base.divide(text, count, flags, words, FoldedWords.take)
            }
        }
}
