import CarrelBasics

/// The list of the objects whose keys begin with a text, read a part at a time, a thousand objects at most.
///
///     var listing = S3Listing("notes/", in: client)
///     while listing.goesOn { for object in try await listing.next() { … } }
public struct S3Listing: Sendable {
    private let prefix: String
    private let client: S3Client
    private var token: String?
    private var emptyParts = 0
    /// The first key of each part that was cut: a service that repeats itself has no end.
    private var begun = Set<String>()

    /// The key behind which the rest begins, by the bytes of the keys.
    public private(set) var place = ""
    /// Whether there is a rest.
    public private(set) var goesOn = true

    /// The most parts without an object one after the other: some services count what they do not show.
    private static let mostEmptyParts = 100

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - prefix: what the keys begin with.
    ///   - client: asks the bucket.
    public init(_ prefix: String, in client: S3Client) {
        (self.prefix, self.client) = (prefix, client)
    }

    /// Leaves out what is before a key, and the key, unless the list is further already.
    public mutating func skip(behind key: String) {
        guard place.precedesInBytes(key) else { return }
        (place, token) = (key, nil)
    }

    /// Reads the next part.
    ///
    /// - Returns: the objects, in the service's order: by the bytes of their keys, or folder by folder.
    /// - Throws: `S3Error`; also if the service repeats itself, which would have no end.
    public mutating func next() async throws(S3Error) -> [S3Object] {
        let part = try await client.part(of: prefix, after: place, continuing: token)
        if part.isCut {
            let hasRest = hasRest(behind: part)
            guard hasRest else {
                throw S3Error(
                    client.bucket.description, code: "unreadable",
                    reason: "its list of objects does not go on")
            }
        }
        if let last = part.objects.last?.key, isFurther(last) { place = last }
        (token, goesOn) = (part.next, part.isCut)
        return part.objects
    }

    /// Whether a part that is cut leads to another one.
    private mutating func hasRest(behind part: S3Client.ListPart) -> Bool {
        emptyParts = part.objects.isEmpty ? emptyParts + 1 : 0
        let hasToken = part.next != nil && part.next != token
        guard let first = part.objects.first?.key, let last = part.objects.last?.key else {
            return hasToken && emptyParts < Self.mostEmptyParts
        }
        return hasToken ? begun.insert(first).inserted : isFurther(last)
    }

    private func isFurther(_ key: String) -> Bool { place.precedesInBytes(key) }
}
