import CarrelHTTP
import CarrelMarkup
import Foundation

/// Lists of objects.
extension S3Client {
    /// A part of a list.
    public struct Page: Sendable {
        /// The objects, in the order of their keys' bytes.
        public var objects: [S3Object] = []
        /// What to ask for the rest with; `nil` if there is none.
        public var next: String?

        init() {}
    }

    /// A part of the list of the objects whose keys begin with a text, a thousand at most.
    ///
    /// - Parameters:
    ///   - prefix: the text.
    ///   - after: the key behind which the list begins; `nil` for the first.
    ///   - token: what the part before gave; `nil` for the first part.
    /// - Returns: the objects, and whether there are more.
    /// - Throws: `S3Error`.
    public func list(
        _ prefix: String, after: String? = nil, continuing token: String? = nil
    ) async throws(S3Error) -> Page {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", prefix)]
        if let token {
            query.append(("continuation-token", token))
        } else if let after {
            query.append(("start-after", after))
        }
        let request = S3Request(.get, query: query)
        let answer = try await send(request)
        var page = Page()
        var values: [String: String] = [:]
        let root = S3Message.read(answer.content, ["Contents", "IsTruncated", "NextContinuationToken"]) {
            element in
            guard element.name == "Contents" else {
                values[element.name] = element.text
                return
            }
            if let object = Self.object(element) { page.objects.append(object) }
        }
        guard root == "ListBucketResult" else {
            throw S3Error(
                subject(of: request), code: "unreadable", reason: "the service sent no list of objects")
        }
        if values["IsTruncated"] == "true" { page.next = values["NextContinuationToken"] }
        return page
    }

    /// All objects whose keys begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: the text.
    ///   - take: gets each part of the list; says whether to go on.
    /// - Throws: `S3Error`.
    public func all(_ prefix: String, _ take: ([S3Object]) -> Bool) async throws(S3Error) {
        var token: String?
        repeat {
            let page = try await list(prefix, continuing: token)
            guard take(page.objects), page.next != token else { return }
            token = page.next
        } while token != nil
    }

    private static func object(_ element: MarkupElement) -> S3Object? {
        // Encoded as in a query, where a plus is a space.
        guard let key = element.first("Key")?.text.replacing("+", with: " ").removingPercentEncoding,
            !key.isEmpty,
            let size = element.first("Size").flatMap({ Int64($0.text) }), size >= 0
        else { return nil }
        let modified = element.first("LastModified").flatMap {
            try? Date($0.text.prefix(19) + "Z", strategy: .iso8601)
        }
        return S3Object(
            key: key, size: size, entityTag: element.first("ETag")?.text ?? "", modified: modified)
    }

    // MARK: Uploads that were never completed

    /// Removes the parts of uploads that nobody completed, of keys that begin with a text.
    public func abortUploads(_ prefix: String) async throws(S3Error) {
        let answer = try await send(S3Request(.get, query: [("uploads", ""), ("prefix", prefix)]))
        var uploads: [(key: String, id: String)] = []
        S3Message.read(answer.content, ["Upload"]) { element in
            guard let key = element.first("Key")?.text, key.hasPrefix(prefix),
                let id = element.first("UploadId")?.text
            else { return }
            uploads.append((key, id))
        }
        for upload in uploads {
            _ = try? await send(S3Request(.delete, upload.key, query: [("uploadId", upload.id)]))
        }
    }
}
