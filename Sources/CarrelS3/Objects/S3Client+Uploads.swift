import CarrelHTTP
import CarrelMarkup
import Foundation

/// An upload in parts that nobody has completed.
public struct S3Upload: Sendable, Hashable {
    /// The object that it was to make.
    public var key: String
    /// What the service calls it.
    public var id: String
    /// When it was begun, to the second; `nil` if the service does not say.
    public var begun: Date?
}

extension S3Client {
    /// Removes the parts of uploads that nobody completed.
    ///
    /// - Parameters:
    ///   - prefix: what the keys begin with.
    ///   - isAbandoned: whether nobody will complete an upload.
    /// - Throws: `S3Error`, if uploads cannot be listed.
    public func abortUploads(
        _ prefix: String, where isAbandoned: (S3Upload) -> Bool
    ) async throws(S3Error) {
        var known = Set<String>()
        var place: [(String, String)] = []
        repeat {
            let part = try await uploads(of: prefix, behind: place)
            let new = part.uploads.filter { known.insert($0.id).inserted }
            for upload in new where isAbandoned(upload) {
                _ = try? await send(S3Request(.delete, upload.key, query: [("uploadId", upload.id)]))
            }
            // A service that repeats itself would be asked for ever.
            place = new.isEmpty ? [] : part.rest
        } while !place.isEmpty
    }

    /// Asks for a part of the list of uploads, with what asks for the rest; empty if there is none.
    private func uploads(
        of prefix: String, behind place: [(String, String)]
    ) async throws(S3Error) -> (uploads: [S3Upload], rest: [(String, String)]) {
        // Not asked to encode keys: some services say that they do, and do not.
        let answer = try await send(S3Request(.get, query: [("uploads", ""), ("prefix", prefix)] + place))
        var uploads: [S3Upload] = []
        var values: [String: String] = [:]
        let names: Set = ["Upload", "IsTruncated", "NextKeyMarker", "NextUploadIdMarker"]
        S3Message.read(answer.content, names) { element in
            guard element.name == "Upload" else {
                values[element.name] = element.text
                return
            }
            guard let key = element.first("Key")?.text, key.utf8.starts(with: prefix.utf8),
                let id = element.first("UploadId")?.text, !id.isEmpty
            else { return }
            uploads.append(S3Upload(key: key, id: id, begun: Self.date(element, "Initiated")))
        }
        guard values["IsTruncated"] == "true" else { return (uploads, []) }
        let markers = [("key-marker", "NextKeyMarker"), ("upload-id-marker", "NextUploadIdMarker")]
        return (uploads, markers.map { ($0, values[$1] ?? "") }.filter { !$0.1.isEmpty })
    }
}
