import COpenSSL

/// The keyed digest HMAC with SHA-256 (RFC 2104), computed by OpenSSL.
public enum HMACSHA256 {
    /// The code of a message: 32 bytes.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var length: UInt32 = 0
        return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            HMAC(
                EVP_sha256(), key, Int32(clamping: key.count), message, message.count, buffer.baseAddress,
                &length)
            count = Int(length)
        }
    }
}
