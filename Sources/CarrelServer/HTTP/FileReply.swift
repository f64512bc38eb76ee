import CarrelBasics
import CarrelHTTP

extension ServerReply {
    /// A version of a file, as its validators tell it from others.
    package struct FileVersion: Sendable {
        /// How many bytes it has.
        package var size: Int64
        /// Its strong entity tag, quotes included.
        package var entityTag: String
        /// When it was last modified, in seconds since 1970.
        package var modified: Int64

        package init(size: Int64, entityTag: String, modified: Int64) {
            (self.size, self.entityTag, self.modified) = (size, entityTag, modified)
        }
    }

    /// The reply to a GET or HEAD request for a file: all of it, a part, or that the client has it already (RFC 9110
    /// sections 13 and 14).
    ///
    /// - Parameters:
    ///   - file: the open file.
    ///   - version: what it is at.
    ///   - fields: further field lines, such as `Content-Type`.
    ///   - request: the request.
    package static func file(
        _ file: OpenFile, _ version: FileVersion, _ fields: [(String, String)], to request: ServerRequest
    ) -> ServerReply {
        let date = HTTPDate.text(version.modified)
        let validators = Validators(entityTag: version.entityTag, lastModified: date)
        var fields = HTTPFields(
            [("ETag", version.entityTag), ("Last-Modified", date), ("Accept-Ranges", "bytes")] + fields)
        switch ConditionalRequest(fields: request.fields).evaluate(
            entityTag: version.entityTag, modified: version.modified)
        {
        case .failed: return .text(412, "The file is another version")
        case .notModified: return ServerReply(304, fields, content: .absent(length: version.size))
        case .proceed: break
        }
        let range =
            request.method == "GET"
            ? ByteRange(request.fields, length: version.size, validators: validators) : .whole
        switch range {
        case .whole: return ServerReply(200, fields, content: .file(file, offset: 0, count: version.size))
        case .part(let bytes):
            fields["Content-Range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound)/\(version.size)"
            let count = bytes.upperBound - bytes.lowerBound + 1
            return ServerReply(206, fields, content: .file(file, offset: bytes.lowerBound, count: count))
        case .unsatisfiable:
            return .text(416, "The range is outside the file", [("Content-Range", "bytes */\(version.size)")])
        }
    }
}
