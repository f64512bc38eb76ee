import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import Foundation

/// Lists of objects.
extension S3Client {
    /// A part of a list.
    struct ListPart {
        /// The objects, in the service's order.
        var objects: [S3Object] = []
        /// Whether there are more.
        var isCut = false
        /// What to ask for the rest with; `nil` if the service does not say.
        var next: String?
    }

    /// Asks for a part of the list of the objects whose keys begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: the text.
    ///   - key: the key behind which the part begins, if there is no token.
    ///   - token: what the part before gave.
    func part(
        of prefix: String, after key: String, continuing token: String?
    ) async throws(S3Error) -> ListPart {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", prefix)]
        if let token {
            query.append(("continuation-token", token))
        } else if !key.isEmpty {
            query.append(("start-after", key))
        }
        let request = S3Request(.get, query: query)
        let answer = try await send(request)
        var part = ListPart()
        var values: [String: String] = [:]
        let names: Set = ["Contents", "IsTruncated", "NextContinuationToken", "EncodingType"]
        let root = S3Message.read(answer.content, names) { element in
            guard element.name == "Contents" else {
                values[element.name] = element.text
                return
            }
            if let object = Self.object(element) { part.objects.append(object) }
        }
        guard root == "ListBucketResult" else {
            throw S3Error(
                subject(of: request), code: "unreadable", reason: "the service sent no list of objects")
        }
        // Not every service does what it is asked for.
        if values["EncodingType"] == "url" { part.objects = part.objects.compactMap(Self.decoded) }
        part.isCut = values["IsTruncated"] == "true"
        part.next = values["NextContinuationToken"]?.nonEmpty
        return part
    }

    /// All objects whose keys begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: the text.
    ///   - take: gets each part of the list; says whether to go on.
    public func all(_ prefix: String, _ take: ([S3Object]) -> Bool) async throws(S3Error) {
        var listing = S3Listing(prefix, in: self)
        while listing.goesOn {
            guard take(try await listing.next()) else { return }
        }
    }

    private static func object(_ element: MarkupElement) -> S3Object? {
        guard let key = element.first("Key")?.text, !key.isEmpty,
            let size = element.first("Size").flatMap({ Int64($0.text) }), size >= 0
        else { return nil }
        return S3Object(
            key: key, size: size, entityTag: element.first("ETag")?.text ?? "",
            modified: date(element, "LastModified"))
    }

    /// A time in an element, to the second.
    static func date(_ element: MarkupElement, _ name: String) -> Date? {
        element.first(name).flatMap { try? Date($0.text.prefix(19) + "Z", strategy: .iso8601) }
    }

    /// An object whose key is encoded as in a query, where a plus is a space.
    private static func decoded(_ object: S3Object) -> S3Object? {
        var object = object
        guard let key = object.key.replacing("+", with: " ").removingPercentEncoding else { return nil }
        object.key = key
        return object
    }
}
