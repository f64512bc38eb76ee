import CarrelHTTP
import Foundation

extension Reply {
    /// A document of text with a strong entity tag.
    public static func text(_ text: String, tag: String = "\"1\"") -> Reply {
        .document(text, entityTag: tag, mediaType: "text/plain")
    }

    /// A document that is served as a good server does: with conditional requests and ranges.
    ///
    /// - Parameters:
    ///   - content: the bytes.
    ///   - entityTag: the `ETag`, with its quotes; `nil` for none.
    ///   - lastModified: the `Last-Modified`; `nil` for none.
    ///   - mediaType: the `Content-Type`.
    ///   - fields: more field lines.
    public static func document(
        _ content: Data, entityTag: String? = nil, lastModified: String? = nil,
        mediaType: String = "application/octet-stream", fields: [(String, String)] = []
    ) -> Reply {
        var all = [("Content-Type", mediaType), ("Accept-Ranges", "bytes")] + fields
        if let entityTag { all.append(("ETag", entityTag)) }
        if let lastModified { all.append(("Last-Modified", lastModified)) }
        let validators = Validators(entityTag: entityTag, lastModified: lastModified)
        let standing = all
        return Reply { request in
            respond(to: request, content, validators, standing)
        }
    }

    /// The same of a text.
    public static func document(
        _ text: String, entityTag: String? = nil, lastModified: String? = nil,
        mediaType: String = "application/octet-stream", fields: [(String, String)] = []
    ) -> Reply {
        .document(
            Data(text.utf8), entityTag: entityTag, lastModified: lastModified, mediaType: mediaType,
            fields: fields)
    }

    private static func respond(
        to request: RecordedRequest, _ content: Data, _ validators: Validators, _ fields: [(String, String)]
    ) -> [Step] {
        if isUnchanged(request.fields, validators) { return [.head(status: 304, fields: HTTPFields(fields))] }
        let whole = [Step.head(status: 200, fields: HTTPFields(fields + [length(content)])), .bytes(content)]
        guard let range = request.fields["Range"], rangeApplies(request.fields, validators) else {
            return content.isEmpty ? [whole[0]] : whole
        }
        guard let bytes = satisfiable(range, content.count) else {
            let unsatisfied = [("Content-Range", "bytes */\(content.count)"), ("Content-Length", "0")]
            return [.head(status: 416, fields: HTTPFields(fields + unsatisfied))]
        }
        let part = Data(content.dropFirst(bytes.lowerBound).prefix(bytes.count))
        let place = ("Content-Range", "bytes \(bytes.lowerBound)-\(bytes.upperBound)/\(content.count)")
        return [.head(status: 206, fields: HTTPFields(fields + [place, length(part)])), .bytes(part)]
    }

    /// RFC 9110 section 13.2.2: `If-None-Match` wins over `If-Modified-Since`.
    private static func isUnchanged(_ fields: HTTPFields, _ validators: Validators) -> Bool {
        if let tags = fields["If-None-Match"] {
            guard let tag = validators.entityTag else { return false }
            // The weak comparison of section 8.8.3.2.
            return tags == "*"
                || tags.split(separator: ",").contains {
                    $0.trimmingCharacters(in: .whitespaces).opaqueTag == tag.opaqueTag
                }
        }
        guard let since = fields["If-Modified-Since"] else { return false }
        return since == validators.lastModified
    }

    /// Section 13.1.5: a range of another version would not fit; a weak tag never matches.
    private static func rangeApplies(_ fields: HTTPFields, _ validators: Validators) -> Bool {
        guard let condition = fields["If-Range"] else { return true }
        return condition == validators.strongEntityTag || condition == validators.lastModified
    }

    private static func satisfiable(_ range: String, _ length: Int) -> ClosedRange<Int>? {
        guard range.hasPrefix("bytes="), length > 0 else { return nil }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let suffix = Int(ends[1]), suffix > 0 else { return nil }
            return max(0, length - suffix)...(length - 1)
        }
        guard let first = Int(ends[0]), first < length else { return nil }
        let last = min(Int(ends[1]) ?? length - 1, length - 1)
        return first <= last ? first...last : nil
    }
}
