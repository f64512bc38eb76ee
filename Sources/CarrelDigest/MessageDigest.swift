import COpenSSL
import CarrelBasics
import CarrelHTTP
import Foundation

/// A running digest, computed by OpenSSL with the processor's instructions for it.
///
/// Owns an OpenSSL context; used from one thread at a time, as the writer or the reader that owns it is.
public class MessageDigest {
    /// The OpenSSL that runs, such as `OpenSSL 3.0.17 1 Jul 2025`.
    public static var libraryVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    private let context: OpaquePointer?

    /// Begins a digest.
    public init(_ algorithm: DigestAlgorithm) {
        context = EVP_MD_CTX_new()
        let algorithm =
            switch algorithm {
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            case .sha1: EVP_sha1()
            case .md5: EVP_md5()
            }
        EVP_DigestInit_ex(context, algorithm, nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    /// The digest of bytes that are all there, in lower-case hexadecimal digits.
    public static func digits(of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm) -> String {
        let digest = MessageDigest(algorithm)
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable {
            digest.update(UnsafeRawBufferPointer($0))
        }
        if isContiguous == nil { Array(bytes).withUnsafeBytes(digest.update) }
        return digest.finish()
    }

    /// Begins anew.
    public func reset() {
        // Without naming the algorithm, which OpenSSL would look up each time.
        EVP_DigestInit_ex(context, nil, nil)
    }

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
        return digest.hexDigits
    }
}

/// A running SHA-256.
public final class SHA256: MessageDigest {
    /// Begins a digest.
    public init() { super.init(.sha256) }

    /// The digest of bytes that are all there, in lower-case hexadecimal digits.
    public static func digits(of bytes: some Sequence<UInt8>) -> String { digits(of: bytes, .sha256) }

    /// Hexadecimal digits as Base64, in which headers and policies write digests.
    public static func base64(_ digits: String) -> String {
        let digits = Array(digits.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(hexDigits: digits[$0...$0 + 1])
        }
        return Data(bytes).base64EncodedString()
    }
}
