import CSimdjson
import Foundation

/// A parsed JSON text (RFC 8259): owns the memory that its nodes read.
///
/// A byte order mark at the beginning is accepted and skipped. Members keep their order, and repeated names
/// are kept. A number beyond what 64 bits or a double can hold counts as a string of its digits, and an escape that is half of
/// a surrogate pair as U+FFFD.
public final class JSONDocument {
    /// The deepest nesting that is accepted.
    public static let maxDepth = 512

    // The one owner of simdjson's parser and the values in it: `JSONNode`s hold this object, so that no
    // node outlives them.
    private let handle: OpaquePointer
    /// Whether some of its strings are numbers that are too large.
    let hasLargeNumbers: Bool

    /// Parses a text.
    ///
    /// - Parameter data: the text in UTF-8.
    /// - Throws: `JSONSyntaxError` with the line and column of the first thing that is wrong.
    public init(_ data: Data) throws(JSONSyntaxError) {
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        if let parsed = try Self.parse(text) {
            (handle, hasLargeNumbers) = (parsed, false)
            return
        }
        let repaired = try JSONRepair.repaired(text)
        guard let parsed = try Self.parse(repaired.text) else {
            throw JSONSyntaxError(line: 1, column: 1, reason: "not a JSON text")
        }
        (handle, hasLargeNumbers) = (parsed, repaired.hasLargeNumbers)
    }

    /// Parses a text; `nil` if the parser refuses it.
    private static func parse(_ text: Data) throws(JSONSyntaxError) -> OpaquePointer? {
        var parsed: OpaquePointer?
        let status = text.withUnsafeBytes { bytes in
            carrel_json_parse(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, Self.maxDepth, &parsed)
        }
        guard status != CARREL_JSON_NO_MEMORY else {
            throw JSONSyntaxError(
                line: 1, column: 1, reason: "\(text.count) bytes of JSON do not fit into memory")
        }
        return status == CARREL_JSON_OK ? parsed : nil
    }

    deinit { carrel_json_free(handle) }

    /// The document's value.
    public var root: JSONNode {
        JSONNode(document: self, raw: carrel_json_root(handle))
    }
}
