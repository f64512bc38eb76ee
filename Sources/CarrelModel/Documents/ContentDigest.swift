/// The size and SHA-256 of content.
public struct ContentDigest: Sendable, Hashable, Codable {
    /// The size in bytes.
    public var size: Int64
    /// 64 lower-case hexadecimal digits.
    public var sha256: String

    public init(size: Int64, sha256: String) {
        self.size = size
        self.sha256 = sha256
    }
}
