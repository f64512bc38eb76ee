import CSQLite
import Foundation

/// A tokenizer of FTS5 that a connection knows, made with some arguments.
///
/// Used by whoever uses the connection, and not after that is closed.
final class MadeTokenizer {
    private let functions: fts5_tokenizer
    private let handle: OpaquePointer

    /// Makes a tokenizer; `nil` if there is none of that name, or it does not take the arguments.
    init?(_ api: UnsafeMutablePointer<fts5_api>, _ name: String, _ arguments: [String]) {
        var context: UnsafeMutableRawPointer?
        var functions = fts5_tokenizer()
        guard api.pointee.xFindTokenizer?(api, name, &context, &functions) == SQLITE_OK else { return nil }
        var handle: OpaquePointer?
        let copies = arguments.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var pointers = copies.map { UnsafePointer($0) }
        guard functions.xCreate?(context, &pointers, Int32(pointers.count), &handle) == SQLITE_OK, let handle
        else { return nil }
        (self.functions, self.handle) = (functions, handle)
    }

    deinit { functions.xDelete?(handle) }

    /// Divides a text into words.
    ///
    /// - Parameters:
    ///   - text: the text, in UTF-8.
    ///   - count: how many bytes it has.
    ///   - flags: what for, as FTS5 says it.
    ///   - data: what `take` gets first.
    ///   - take: gets the words.
    /// - Returns: SQLite's code.
    func divide(
        _ text: UnsafePointer<CChar>?, _ count: Int32, _ flags: Int32, _ data: UnsafeMutableRawPointer?,
        _ take: WordTaker
    ) -> Int32 {
        functions.xTokenize?(handle, data, flags, text, count, take) ?? SQLITE_ERROR
    }
}
