import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

/// Large objects that get their place in parts.
///
/// Uploads below `.carrel/` are Carrel's. Among names they may be somebody else's, so that a mark tells Carrel's own: a
/// small object with the key. It is there before an upload begins, and goes when no part of one can be left.
extension S3Store {
    /// Makes an object, marked meanwhile if that takes an upload in parts.
    ///
    /// - Parameters:
    ///   - key: the object.
    ///   - isInParts: whether it is made in parts.
    ///   - body: makes it.
    /// - Throws: `StoreError`; then the mark stays for the next start.
    func marked(
        _ key: String, if isInParts: Bool, _ body: () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        guard isInParts else { return try await body() }
        let mark = keys.uploads(of: try await spool.machineID()) + OwnName.newToken()
        try await asking { () async throws(S3Error) in try await client.write(mark, bytes: Array(key.utf8)) }
        try await body()
        // An upload may have been begun twice, if the first answer was lost. What fails now is done at the next start.
        try? await endUploads(markedBy: mark)
    }

    /// Removes the parts of uploads that were begun since a mark was made, and the mark.
    func endUploads(markedBy mark: String) async throws(StoreError) {
        var bytes: [UInt8] = []
        guard let object = try await S3Reading.read(mark, client, { bytes += $0 }) else { return }
        let key = String(decoding: bytes, as: UTF8.self)
        try await asking { () async throws(S3Error) in
            try await client.abortUploads(key) { upload in
                guard upload.key == key else { return false }
                guard let begun = upload.begun, let made = object.modified else { return true }
                return begun >= made
            }
            try await client.remove(mark)
        }
    }
}
