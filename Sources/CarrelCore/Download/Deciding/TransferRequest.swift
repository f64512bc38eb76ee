import CarrelHTTP
import CarrelModel
import Foundation

/// What a request for a document asks for, and so what its response may be.
enum TransferRequest: Sendable, Hashable {
    /// The whole document.
    case whole
    /// The document, unless the version of this origin, which has that digest, is still current.
    case unlessUnchanged(DocumentOrigin, sha256: String? = nil)
    /// The bytes from an offset on, if the version of the note is still current; otherwise the whole document.
    ///
    /// Without a strong entity tag, or after redirects, the request also asks for the `overlap`, the last bytes before
    /// the offset, to compare them.
    case rest(offset: Int64, note: PartialNote, overlap: [UInt8])
    /// The bytes from an offset on, of whatever version, because digests prove each piece of the document.
    ///
    /// `size` is that of the whole document, if the catalogue gives it.
    case proven(offset: Int64, size: Int64?)
    /// Whether a partial document that has every byte is still current.
    case confirmation(PartialNote)

    /// Whether it asks for a part.
    var isOfPart: Bool {
        switch self {
        case .rest, .proven: true
        case .whole, .unlessUnchanged, .confirmation: false
        }
    }

    /// The number of bytes to fetch again and compare if nothing else tells versions apart.
    static let overlapLength = PartialDocument.overlapLength

    /// The request that continues a partial document.
    ///
    /// - Parameters:
    ///   - count: the number of bytes so far.
    ///   - note: the note on their version.
    ///   - tail: the last of these bytes, up to `overlapLength`.
    /// - Returns: the request; `nil` if the document cannot be continued.
    static func continuing(count: Int64, note: PartialNote, tail: [UInt8]) -> TransferRequest? {
        guard count > 0, note.allowsResuming, note.needsPieces != true else { return nil }
        // A redirect may lead to another resource by now, where the same tag means something else.
        let validators = note.validators.sendable
        if validators.strongEntityTag != nil, note.requestedURL == nil {
            return .rest(offset: count, note: note, overlap: [])
        }
        // Only a few equal bytes would prove nothing.
        guard validators.rangeValidator != nil || tail.count >= overlapLength else { return nil }
        return .rest(offset: count, note: note, overlap: tail)
    }

    /// The field lines of the request: RFC 9110 sections 13.1 and 14.2.
    var fields: HTTPFields {
        var fields = HTTPFields()
        switch self {
        case .whole: break
        case .unlessUnchanged(let origin, _): fields.append(conditionsFrom: origin.validators)
        case .proven(let offset, _): fields.append("Range", "bytes=\(offset)-")
        case .confirmation(let note): fields.append(conditionsFrom: note.validators)
        case .rest(let offset, let note, let overlap):
            fields.append("Range", "bytes=\(offset - Int64(overlap.count))-")
            if let validator = note.validators.sendable.rangeValidator {
                fields.append("If-Range", validator)
            }
        }
        return fields
    }

    /// What the request asks for, as attempts record it.
    var asked: AttemptExchange.Asked {
        switch self {
        case .whole: .whole
        case .unlessUnchanged: .unlessUnchanged
        case .rest(let offset, _, let overlap): .rest(offset: offset, overlap: overlap.count)
        case .proven(let offset, _): .proven(offset: offset)
        case .confirmation: .confirmation
        }
    }
}

extension HTTPFields {
    /// Appends conditions; a library may hold validators of an earlier version that no request may hold.
    fileprivate mutating func append(conditionsFrom validators: Validators) {
        let validators = validators.sendable
        if let tag = validators.entityTag { append("If-None-Match", tag) }
        if let date = validators.lastModified { append("If-Modified-Since", date) }
    }
}
