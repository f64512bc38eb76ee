import COpenSSL

/// A running SHA-256 (FIPS 180-4), computed by OpenSSL with the processor's instructions for it.
///
/// Owns an OpenSSL context; used from one thread at a time, as the writer or the reader that owns it is.
public final class SHA256 {
    private let context: OpaquePointer?

    /// Begins a digest.
    public init() {
        context = EVP_MD_CTX_new()
        reset()
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Begins anew.
    public func reset() { EVP_DigestInit_ex(context, EVP_sha256(), nil) }

    /// Adds bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The digest of what was added so far, in lower-case hexadecimal digits; the context begins anew.
    public func finish() -> String {
        var length: UInt32 = 0
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            EVP_DigestFinal_ex(context, buffer.baseAddress, &length)
            count = Int(length)
        }
        reset()
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
