import CarrelBasics
import CarrelDigest
import CarrelHTTP
import Foundation

/// Objects that are sent or copied in parts.
extension S3Client {
    /// The most parts of an object.
    private static let mostParts: Int64 = 10_000
    /// How many parts are on their way at once.
    private static let partsAtOnce = 4

    typealias Part = (number: Int, tag: String, sha256: String?)

    /// Makes an object of parts, and nothing if one of them fails.
    ///
    /// - Parameters:
    ///   - key: the object.
    ///   - size: its size.
    ///   - notes: what to note of it.
    ///   - isNew: whether the key must be free.
    ///   - areSummed: whether each part is sent with its SHA-256.
    ///   - send: sends a part: its number from 1, which bytes, and the upload that it belongs to.
    /// - Returns: its entity tag.
    func inParts(
        _ key: String, size: Int64, notes: [String: String], isNew: Bool, areSummed: Bool,
        _ send: @escaping @Sendable (Int, Range<Int64>, String) async throws(S3Error) -> Part
    ) async throws(S3Error) -> String {
        let upload = try await begin(key, notes, areSummed: areSummed)
        do throws(S3Error) {
            let parts = try await parts(of: size) { (number, range) throws(S3Error) in
                try await send(number, range, upload)
            }
            do throws(S3Error) {
                return try await make(completion(of: key, upload, parts, isNew: isNew)) {
                    () async throws(S3Error) in
                    try await made(key, size: size, notes: notes)?.entityTag
                }
            } catch {
                // Asked again because its answer was lost, the service no longer knows what it has completed.
                guard error.code == "NoSuchUpload",
                    let object = try await made(key, size: size, notes: notes)
                else { throw error }
                return object.entityTag
            }
        } catch {
            // Otherwise the parts would stay, and be paid for.
            _ = try? await self.send(S3Request(.delete, key, query: [("uploadId", upload)]))
            throw error
        }
    }

    private func begin(
        _ key: String, _ notes: [String: String], areSummed: Bool
    ) async throws(S3Error) -> String {
        var request = S3Request(.post, key, query: [("uploads", "")])
        request.fields = S3Object.fields(notes)
        // Parts without sums are refused then.
        if areSummed { request.fields.append(("x-amz-checksum-algorithm", "SHA256")) }
        request.content = .bytes([])
        let answer = try await self.send(request)
        guard let upload = S3Message.values(answer.content, ["UploadId"]).values["UploadId"], !upload.isEmpty
        else {
            throw S3Error(subject(of: request), code: "unreadable", reason: "the service began no upload")
        }
        return upload
    }

    /// Does something for each part, a few at once.
    private func parts(
        of size: Int64, _ send: @escaping @Sendable (Int, Range<Int64>) async throws(S3Error) -> Part
    ) async throws(S3Error) -> [Part] {
        // Larger parts where there would be too many.
        let length = max(partSize, (size + Self.mostParts - 1) / Self.mostParts)
        let ranges = stride(from: 0, to: size, by: Int(length)).map { $0..<min($0 + length, size) }
        let result = await withTaskGroup(of: Result<Part, S3Error>.self) { group -> Result<[Part], S3Error> in
            var next = 0
            var done: [Part] = []
            func addNext() {
                guard next < ranges.count else { return }
                let (number, range) = (next + 1, ranges[next])
                next += 1
                group.addTask {
                    do throws(S3Error) { return .success(try await send(number, range)) } catch {
                        return .failure(error)
                    }
                }
            }
            for _ in 0..<Self.partsAtOnce { addNext() }
            while let part = await group.next() {
                switch part {
                case .success(let part):
                    done.append(part)
                    addNext()
                case .failure(let error):
                    group.cancelAll()
                    return .failure(error)
                }
            }
            return .success(done.sorted { $0.number < $1.number })
        }
        return try result.get()
    }

    /// Sends a part of a file.
    func sendPart(
        of key: String, _ number: Int, _ upload: String, file: String, _ range: Range<Int64>
    ) async throws(S3Error) -> Part {
        var request = S3Request(.put, key, query: [("partNumber", "\(number)"), ("uploadId", upload)])
        request.content = .file(file, range)
        guard let digest = await Self.digest(of: file, range) else {
            throw S3Error(
                file, code: "unwritten", reason: "the staged document cannot be read", fetchCode: .stopped)
        }
        request.payload = digest
        request.fields = [("x-amz-checksum-sha256", SHA256.base64(digest))]
        let answer = try await send(request)
        return (number, answer.head.fields["ETag"] ?? "", digest)
    }

    /// Copies a part of an object.
    func copyPart(
        of key: String, _ number: Int, _ upload: String, _ source: S3Object, _ range: Range<Int64>
    ) async throws(S3Error) -> Part {
        var request = S3Request(.put, key, query: [("partNumber", "\(number)"), ("uploadId", upload)])
        request.fields =
            copyFields(source) + [
                ("x-amz-copy-source-range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
            ]
        // Nothing else shows a part.
        return (number, try await make(request) { nil }, nil)
    }

    /// The request that joins the parts.
    private func completion(
        of key: String, _ upload: String, _ parts: [Part], isNew: Bool
    ) -> S3Request {
        let list = parts.map { part in
            let sum = part.sha256.map { "<ChecksumSHA256>\(SHA256.base64($0))</ChecksumSHA256>" } ?? ""
            return
                "<Part><ETag>\(part.tag.markupEscaped)</ETag>\(sum)<PartNumber>\(part.number)</PartNumber></Part>"
        }
        var request = S3Request(.post, key, query: [("uploadId", upload)]).sending(
            "<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>")
        if isNew { request.fields.append(("If-None-Match", "*")) }
        return request
    }

    /// Computes the digest of a part of a file, on a thread that may block.
    private static func digest(of file: String, _ range: Range<Int64>) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: RequestContentReader.digest(of: .file(file, range)))
            }
        }
    }
}

extension RequestContentReader {
    /// The SHA-256 of content; `nil` if it cannot be read.
    fileprivate static func digest(of content: RequestContent) -> String? {
        guard let reader = RequestContentReader(content) else { return nil }
        let hash = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while let count = reader.read(into: buffer) {
            guard count > 0 else { return hash.finish() }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        return nil
    }
}
