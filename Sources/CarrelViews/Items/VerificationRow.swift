import CarrelCore
import CarrelModel

/// The result of verifying a stored document.
public struct VerificationRow: Encodable, Sendable {
    /// The file's name, and its state, such as `damaged`.
    public var name, state: String
    /// The item, by its collection and its identity there; `nil` for an unknown file.
    public var collection, item: String?
    /// The size of the file in bytes.
    public var bytes: Int64?
    /// The SHA-256 of the file, in hexadecimal digits.
    public var sha256: String?
    /// The recorded size in bytes.
    public var recordedBytes: Int64?
    /// The recorded SHA-256, in hexadecimal digits.
    public var recordedSHA256: String?
    /// Why it cannot be read or repaired, its new name, or who fetches it again if not the next sync.
    public var reason: String?
    /// Whether it was repaired: set aside, so that it is fetched again, or recorded.
    public var isRepaired: Bool

    public init(_ result: Verification) {
        (name, state, isRepaired) = (result.name, result.state.rawValue, result.isRepaired)
        (collection, item) = (result.key?.collection, result.key?.item)
        (bytes, sha256) = (result.found?.size, result.found?.sha256)
        (recordedBytes, recordedSHA256) = (result.recorded?.size, result.recorded?.sha256)
        reason = result.reason
    }
}
