import CarrelDigest
import CarrelModel
import CarrelS3
import CarrelStages

/// Reads objects piece by piece.
enum S3Reading {
    /// Reads an object and computes its digest; `nil` if there is none.
    static func digest(
        of key: String, _ client: S3Client
    ) async throws(StoreError) -> ContentDigest? {
        let hash = SHA256()
        guard let object = try await read(key, client, { $0.withUnsafeBytes(hash.update) }) else {
            return nil
        }
        return ContentDigest(size: object.size, sha256: hash.finish())
    }

    /// Hands the pieces of an object on, in order.
    ///
    /// - Returns: the object; `nil` if there is none.
    static func read(
        _ key: String, _ client: S3Client, _ take: ([UInt8]) async throws -> Void
    ) async throws(StoreError) -> S3Object? {
        do {
            return try await client.read(key, take)
        } catch let error as S3Error {
            if error.isNotFound { return nil }
            throw error.storeError
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.system, subject: key, reason: "it could not be read: \(error)")
        }
    }
}
