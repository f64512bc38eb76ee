import CarrelHTTP

/// What the service makes of objects that it has, and how it is known that it did.
extension S3Client {
    /// Sends a request that has the service make something, until it says that it did, or shows it.
    ///
    /// Behind a head that says 200 a copy may have failed: then no answer comes, or the beginning of one.
    ///
    /// - Parameters:
    ///   - request: the request, which may be repeated.
    ///   - look: finds what was made by a service that does not say so; gives its entity tag.
    /// - Returns: the entity tag.
    func make(
        _ request: S3Request, orFind look: () async throws(S3Error) -> String?
    ) async throws(S3Error) -> String {
        for tried in 1...Self.tries {
            let answer = try await send(request)
            if let tag = Self.madeTag(answer) { return tag }
            if let tag = try await look() { return tag }
            guard tried < Self.tries else { break }
            try await wait(after: tried, asked: answer.head, subject(of: request))
        }
        throw S3Error(
            subject(of: request), code: "unreadable",
            reason: "the service neither says that it made it nor shows it", remedy: "Try again later")
    }

    /// The entity tag in a whole result; `nil` for anything else that came.
    private static func madeTag(_ answer: S3Answer) -> String? {
        let (root, values) = S3Message.values(answer.content, ["ETag"])
        guard root?.hasSuffix("Result") == true, let tag = values["ETag"], !tag.isEmpty else { return nil }
        return tag
    }

    /// The object that a request was to make; `nil` if there is none with this size and these notes.
    ///
    /// - Parameters:
    ///   - key: the object.
    ///   - size: its size.
    ///   - notes: what was to be noted of it.
    ///   - tag: the entity tag of its content: without notes, nothing else tells it from an earlier one of its size.
    func made(
        _ key: String, size: Int64, notes: [String: String], tag: String = ""
    ) async throws(S3Error) -> S3Object? {
        guard let object = try await object(key), object.size == size,
            notes.allSatisfy({ object.notes[$0.key.lowercased()] == $0.value }),
            !notes.isEmpty || !tag.isEmpty && object.entityTag == tag
        else { return nil }
        return object
    }
}
