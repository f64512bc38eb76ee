import CarrelDigest
import CarrelHTTP
import Foundation

/// Single objects.
extension S3Client {
    /// What is known of an object; `nil` if there is none.
    public func object(_ key: String) async throws(S3Error) -> S3Object? {
        var request = S3Request(.head, key)
        request.fields.append(("x-amz-checksum-mode", "ENABLED"))
        do throws(S3Error) {
            let head = try await send(request).head
            if let size = head.contentLength { return S3Object(key: key, size: size, head) }
            // What compresses on the way sends no length with HEAD; a piece comes with that of the whole.
            return try await piece(of: key, at: 0..<1, of: nil)?.object ?? S3Object(key: key, size: 0, head)
        } catch {
            guard error.isNotFound else { throw error }
            // HEAD has no content that would say whether the bucket is missing.
            return nil
        }
    }

    /// How many bytes are read at once: so much is in memory, and read again after a break.
    private static let pieceSize: Int64 = 8 << 20

    /// Reads an object piece by piece, all of the same version: another one by then is an error with
    /// `isRefusedCondition`.
    ///
    /// - Parameters:
    ///   - key: the object.
    ///   - take: gets the pieces in order.
    /// - Throws: `S3Error`, or what `take` throws.
    public func read(
        _ key: String, _ take: ([UInt8]) async throws -> Void
    ) async throws -> S3Object {
        var place: Int64 = 0
        var object: S3Object?
        repeat {
            guard
                let piece = try await piece(
                    of: key, at: place..<place + Self.pieceSize, of: object?.entityTag)
            else {
                // Only an empty object has no first byte.
                return try await self.object(key) ?? S3Object(key: key, size: 0, entityTag: "")
            }
            object = object ?? piece.object
            try await take(piece.bytes)
            place += Int64(piece.bytes.count)
            if piece.bytes.isEmpty { break }
        } while place < object?.size ?? 0
        guard let object, place == object.size else {
            throw S3Error(
                key, code: "unreadable", reason: "the service sent less than the object has")
        }
        return object
    }

    /// Reads a piece, which may be shorter at the end; `nil` if the object is empty.
    private func piece(
        of key: String, at place: Range<Int64>, of entityTag: String?
    ) async throws(S3Error) -> (object: S3Object, bytes: [UInt8])? {
        var request = S3Request(.get, key)
        request.fields.append(("Range", "bytes=\(place.lowerBound)-\(place.upperBound - 1)"))
        if let entityTag { request.fields.append(("If-Match", entityTag)) }
        do throws(S3Error) {
            let answer = try await send(request)
            // A service that knows no ranges sends the whole object at once. Later, the whole is not the piece.
            if answer.head.status != 206, place.lowerBound == 0, let size = answer.head.contentLength {
                return (S3Object(key: key, size: size, answer.head), answer.content)
            }
            guard answer.head.status == 206, let range = answer.head.contentRange, let bytes = range.bytes,
                bytes.lowerBound == place.lowerBound, bytes.count == answer.content.count,
                let size = range.completeLength
            else {
                throw S3Error(
                    subject(of: request), code: "unreadable",
                    reason: "the service sent other bytes than it was asked for")
            }
            return (S3Object(key: key, size: size, answer.head), answer.content)
        } catch {
            if error.status == 416, place.lowerBound == 0 { return nil }
            throw error
        }
    }

    /// Writes a file as an object, in parts if it is large.
    ///
    /// - Parameters:
    ///   - key: the object.
    ///   - file: the path of the file, which stays as it is meanwhile.
    ///   - size: its size.
    ///   - sha256: its digest, which the service checks.
    ///   - notes: what to note of it: names and values in ASCII.
    ///   - isNew: whether the key must be free; a taken one is an error with `isRefusedCondition`.
    /// - Throws: `S3Error`; then nothing is there under a free key.
    @discardableResult
    public func write(
        _ key: String, file: String, size: Int64, sha256: String, notes: [String: String] = [:],
        isNew: Bool = false
    ) async throws(S3Error) -> S3Object {
        var object = S3Object(key: key, size: size, entityTag: "")
        object.notes = notes
        guard size <= partSize else {
            object.entityTag = try await inParts(key, size: size, notes: notes, isNew: isNew, areSummed: true)
            {
                (number, range, upload) throws(S3Error) in
                try await sendPart(of: key, number, upload, file: file, range)
            }
            return object
        }
        var request = S3Request(.put, key)
        request.content = .file(file, 0..<size)
        request.payload = sha256
        request.fields = S3Object.fields(notes) + [("x-amz-checksum-sha256", SHA256.base64(sha256))]
        if isNew { request.fields.append(("If-None-Match", "*")) }
        object.entityTag = try await send(request).head.fields["ETag"] ?? ""
        return object
    }

    /// Writes a few bytes as an object.
    public func write(_ key: String, bytes: [UInt8], isNew: Bool = false) async throws(S3Error) {
        var request = S3Request(.put, key)
        request.content = .bytes(bytes)
        request.payload = SignableRequest.digest(of: bytes)
        if isNew { request.fields.append(("If-None-Match", "*")) }
        _ = try await send(request)
    }

    /// Copies an object within the bucket, without its bytes coming here.
    ///
    /// - Parameters:
    ///   - source: what to copy; another version by now is an error with `isRefusedCondition`.
    ///   - key: where to.
    ///   - notes: what to note of the copy, instead of what was noted of the source.
    ///   - isNew: whether the key must be free; a taken one is an error with `isRefusedCondition`, if the service heeds
    ///     that (`heedsCopies(tryingWith:)`).
    /// - Throws: `S3Error`; also if nothing shows that the service made the copy.
    public func copy(
        _ source: S3Object, to key: String, notes: [String: String], isNew: Bool = false
    ) async throws(S3Error) {
        guard source.size <= copySize else {
            _ = try await inParts(key, size: source.size, notes: notes, isNew: isNew, areSummed: false) {
                (number, range, upload) throws(S3Error) in
                try await copyPart(of: key, number, upload, source, range)
            }
            return
        }
        var request = S3Request(.put, key)
        request.fields =
            S3Object.fields(notes) + copyFields(source) + [("x-amz-metadata-directive", "REPLACE")]
        if isNew { request.fields.append(("If-None-Match", "*")) }
        _ = try await make(request) { () async throws(S3Error) in
            try await made(key, size: source.size, notes: notes, tag: source.entityTag)?.entityTag
        }
    }

    /// The fields that name what is copied.
    func copyFields(_ source: S3Object) -> [(String, String)] {
        let place = SignableRequest.encodedPath("\(bucket.name)/\(source.key)")
        let match = source.entityTag.isEmpty ? [] : [("x-amz-copy-source-if-match", source.entityTag)]
        return [("x-amz-copy-source", place)] + match
    }

    /// Removes an object; there need not be one.
    public func remove(_ key: String) async throws(S3Error) {
        do throws(S3Error) {
            _ = try await send(S3Request(.delete, key))
        } catch {
            guard error.isNotFound else { throw error }
        }
    }
}

extension S3Client {
    /// Makes the bucket, unless it is there.
    public func makeBucket() async throws(S3Error) {
        do throws(S3Error) {
            var request = S3Request(.put)
            request.content = .bytes([])
            _ = try await send(request)
        } catch {
            guard ["BucketAlreadyExists", "BucketAlreadyOwnedByYou"].contains(error.code) else { throw error }
        }
    }
}
