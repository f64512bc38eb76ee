import CarrelBasics
import CarrelHTTP
import Foundation

/// An object of a bucket.
public struct S3Object: Sendable, Hashable {
    /// Its key.
    public var key: String
    /// Its size in bytes.
    public var size: Int64
    /// Its entity tag, with the quotation marks.
    public var entityTag: String
    /// When it was last written; to the second.
    public var modified: Date?
    /// What was noted of it, by names in lower case; empty in a list, which does not say.
    public var notes: [String: String] = [:]
    /// The SHA-256 that the service computed, in lower-case hexadecimal digits; `nil` if it does not say.
    public var sha256: String?

    private static let notePrefix = "x-amz-meta-"

    init(key: String, size: Int64, entityTag: String, modified: Date? = nil) {
        (self.key, self.size, self.entityTag, self.modified) = (key, size, entityTag, modified)
    }

    /// Reads the head of a response, which need not say the size.
    init(key: String, size: Int64, _ head: ResponseHead) {
        self.init(
            key: key, size: size, entityTag: head.fields["ETag"] ?? "",
            modified: head.fields["Last-Modified"].flatMap { HTTPDate.seconds($0) }
                .map { Date(timeIntervalSince1970: TimeInterval($0)) })
        for line in head.fields.lines where line.name.lowercased().hasPrefix(Self.notePrefix) {
            notes[String(line.name.lowercased().dropFirst(Self.notePrefix.count))] = line.value
        }
        sha256 = head.fields["x-amz-checksum-sha256"].flatMap { Data(base64Encoded: $0) }.flatMap { bytes in
            bytes.count == 32 ? bytes.hexDigits : nil
        }
    }

    /// The fields that note something of an object.
    static func fields(_ notes: [String: String]) -> [(String, String)] {
        notes.sorted { $0.key < $1.key }.map { (notePrefix + $0.key, $0.value) }
    }
}
