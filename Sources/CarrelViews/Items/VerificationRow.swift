import CarrelCore
import CarrelModel

/// What reading a stored document again came to.
public struct VerificationRow: Encodable, Sendable {
    /// The file's name, and its state, such as `damaged`.
    public var name, state: String
    /// The item, by its collection and its identity there; `nil` for a file that the library does not know.
    public var collection, item: String?
    /// The size that the file has.
    public var bytes: Int64?
    /// The SHA-256 that it has, in hexadecimal digits.
    public var sha256: String?
    /// The size that was recorded.
    public var recordedBytes: Int64?
    /// The SHA-256 that was recorded.
    public var recordedSHA256: String?
    /// Why it cannot be read, or repaired.
    public var reason: String?
    /// Whether it was set aside, so that the next sync fetches it anew, or listed.
    public var isRepaired: Bool

    /// What was found about one name.
    public init(_ result: Verification) {
        (name, state, isRepaired) = (result.name, result.state.rawValue, result.isRepaired)
        (collection, item) = (result.key?.collection, result.key?.item)
        (bytes, sha256) = (result.found?.size, result.found?.sha256)
        (recordedBytes, recordedSHA256) = (result.recorded?.size, result.recorded?.sha256)
        reason = result.reason
    }
}
