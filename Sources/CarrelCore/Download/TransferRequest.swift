import CarrelHTTP
import CarrelModel
import Foundation

/// What a request for a document asks for, which decides what its response may be.
enum TransferRequest: Sendable, Hashable {
    /// The whole document.
    case whole
    /// The document, unless it is still the version of this origin.
    case unlessUnchanged(DocumentOrigin)
    /// The bytes from an offset on, if the document is still the version of the note; otherwise all of it.
    ///
    /// Where no strong entity tag vouches for the version, or redirects led to it, the `overlap` is asked for too: the
    /// last bytes before the offset, to be compared.
    case rest(offset: Int64, note: PartialNote, overlap: [UInt8])
    /// Whether a partial document that has every byte is still the version of the note.
    case confirmation(PartialNote)

    /// How many bytes are fetched again and compared if nothing else tells versions apart.
    static let overlapLength = 64 << 10

    /// The request that continues a partial document.
    ///
    /// - Parameters:
    ///   - count: how many bytes there are.
    ///   - note: what is known of them.
    ///   - tail: the last of them, up to `overlapLength`.
    /// - Returns: the request, or `nil` if the document cannot be continued.
    static func continuing(count: Int64, note: PartialNote, tail: [UInt8]) -> TransferRequest? {
        guard count > 0, note.allowsResuming else { return nil }
        // A redirect may lead elsewhere by now, where the same tag may mean something else.
        if note.validators.strongEntityTag != nil, note.requestedURL == nil {
            return .rest(offset: count, note: note, overlap: [])
        }
        // A few equal bytes prove nothing.
        guard note.validators.rangeValidator != nil || tail.count >= overlapLength else { return nil }
        return .rest(offset: count, note: note, overlap: tail)
    }

    /// The field lines that say so: RFC 9110 sections 13.1 and 14.2.
    var fields: HTTPFields {
        var fields = HTTPFields()
        switch self {
        case .whole: break
        case .unlessUnchanged(let origin): fields.append(conditionsFrom: origin.validators)
        case .confirmation(let note): fields.append(conditionsFrom: note.validators)
        case .rest(let offset, let note, let overlap):
            fields.append("Range", "bytes=\(offset - Int64(overlap.count))-")
            if let validator = note.validators.rangeValidator { fields.append("If-Range", validator) }
        }
        return fields
    }

    /// What is asked for, in a few words.
    var summary: String {
        switch self {
        case .whole: "the whole document"
        case .unlessUnchanged: "the document if it changed"
        case .rest(let offset, _, let overlap):
            overlap.isEmpty
                ? "the bytes from \(offset) on"
                : "the bytes from \(offset) on, and the \(overlap.count) before to compare"
        case .confirmation: "whether the whole document that is there is still the current one"
        }
    }
}

extension HTTPFields {
    fileprivate mutating func append(conditionsFrom validators: Validators) {
        if let tag = validators.entityTag { append("If-None-Match", tag) }
        if let date = validators.lastModified { append("If-Modified-Since", date) }
    }
}
