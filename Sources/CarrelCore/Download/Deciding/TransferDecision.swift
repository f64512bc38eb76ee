import CarrelHTTP
import CarrelModel
import Foundation

/// What to do with a response, decided by its head alone: a pure function.
enum TransferDecision: Sendable, Hashable {
    /// The content is the whole document: drop what was written before.
    case replace(PartialNote)
    /// The content repeats the overlap and continues what was written before, up to that length of the document.
    case append(completeLength: Int64)
    /// The partial document has every byte and is current.
    case complete
    /// The partial document has as many bytes as the server's: ask whether it is the current version.
    case confirm
    /// The stored version is current.
    case unchanged(Validators)
    /// The response does not continue the partial document: ask for the whole one.
    case startOver
    /// The server does not answer a request for a part: ask for the whole, and keep the part until much of that has come.
    case withoutRange
    /// The response brings no document.
    case fail(reason: String, isTransient: Bool = false)

    /// Decides by the head of the response to a request.
    static func make(for request: TransferRequest, head: ResponseHead) -> TransferDecision {
        switch head.status {
        case 200, 203: whole(of: request, head)
        case 206: part(of: request, head: head)
        case 304: notModified(request, head: head)
        case 416: rangeNotSatisfiable(request, head: head)
        default: failure(of: request, head)
        }
    }

    private static func whole(of request: TransferRequest, _ head: ResponseHead) -> TransferDecision {
        if let contradiction = contradiction(in: head, to: request) {
            return request.isOfPart ? .startOver : .fail(reason: contradiction, isTransient: true)
        }
        return whole(head, length: head.wholeLength)
    }

    /// Why a response that should bring the whole document does not; `nil` if nothing speaks against it.
    private static func contradiction(in head: ResponseHead, to request: TransferRequest) -> String? {
        if let fault = head.wholenessFault { return fault }
        guard case .rest(let offset, let note, let overlap) = request, let noted = note.completeLength,
            let length = head.wholeLength, length != noted
        else { return nil }
        // Programs that send what was asked for often forget to say that it is a part.
        if length == noted - (offset - Int64(overlap.count)) {
            return "the server sends as much as a part has, as the whole"
        }
        guard let tag = note.validators.strongEntityTag, tag == head.validators.entityTag else { return nil }
        return "the server gives the same version another length"
    }

    private static func whole(_ head: ResponseHead, length: Int64?) -> TransferDecision {
        if let coding = head.contentCoding {
            return .fail(
                reason: "the server applied the content coding \(coding), which this fetcher cannot decode")
        }
        // A range counts coded bytes, so decoded content cannot be continued.
        var note = PartialNote(
            url: head.target.text, validators: head.validators, completeLength: length,
            mediaType: head.mediaType, isDecoded: !head.decodedCodings.isEmpty,
            digests: head.promisedDigests, contentDisposition: head.fields["Content-Disposition"])
        note.requestedURL = head.redirects.first?.absoluteString
        return .replace(note)
    }

    /// Takes a 206 only if it provably continues the same version; anything else could silently mix two versions.
    private static func part(of request: TransferRequest, head: ResponseHead) -> TransferDecision {
        if case .proven(let offset, let size) = request { return proven(offset, size, head) }
        guard case .rest(let offset, let note, let overlap) = request else {
            if let range = head.contentRange, range.isWhole, let length = range.completeLength,
                head.contentLength ?? length == length
            {
                return whole(head, length: length)
            }
            return .fail(reason: "the server sent a part of the document, which was not asked for")
        }
        // A redirect that was not there before may lead to another document with the same tag. Without a length nobody could tell
        // whether this part is the last.
        guard note.origin.isOfPlace(head.target.text), head.redirects.isEmpty || !overlap.isEmpty,
            isSingle(head), let range = head.contentRange,
            let bytes = range.bytes, bytes.lowerBound == offset - Int64(overlap.count),
            let length = range.completeLength ?? note.completeLength, note.completeLength ?? length == length,
            isOfVersion(note, head),
            // The last byte may be the largest number: one more would be none.
            head.contentLength.map({ $0 - 1 == bytes.upperBound - bytes.lowerBound }) ?? true
        else { return .startOver }
        return .append(completeLength: length)
    }

    /// Whether a response is one part, and not of a coded document.
    private static func isSingle(_ head: ResponseHead) -> Bool {
        head.mediaType?.essence != "multipart/byteranges" && head.contentCoding == nil
    }

    /// Whether nothing says that a part is of another version than a note.
    private static func isOfVersion(_ note: PartialNote, _ head: ResponseHead) -> Bool {
        let noted = note.validators
        // A 206 has the entity tag that a 200 would have (RFC 9110 section 15.3.7). A missing or different tag, or a
        // different date, means that the server ignores If-Range.
        if noted.entityTag != nil, head.fields.single("ETag") != noted.entityTag { return false }
        guard let date = head.fields.single("Last-Modified"), date != noted.lastModified else { return true }
        // A note without a date may be of the same one, which told no versions apart then: only a strong tag does.
        return noted.lastModified == nil && noted.strongEntityTag != nil
    }

    /// Takes a part whose bytes the digests of pieces will prove: it must only be in the right place.
    private static func proven(_ offset: Int64, _ size: Int64?, _ head: ResponseHead) -> TransferDecision {
        guard isSingle(head), head.decodedCodings.isEmpty, let range = head.contentRange,
            range.bytes?.lowerBound == offset, let length = range.completeLength
        else { return .startOver }
        if let size, size != length {
            return .fail(
                reason: "the document has \(length) bytes there, the catalogue promises \(size)")
        }
        return .append(completeLength: length)
    }

    private static func notModified(_ request: TransferRequest, head: ResponseHead) -> TransferDecision {
        switch request {
        case .unlessUnchanged(let stored, let sha256):
            guard stored.isConfirmed(by: head.target.text), !isOfOtherContent(head, than: sha256),
                let confirmed = head.confirming(stored.validators.sendable)
            else { return .startOver }
            return .unchanged(confirmed)
        case .confirmation(let note): return head.confirming(note.validators) == nil ? .startOver : .complete
        case .rest, .proven: return .withoutRange
        case .whole:
            return .fail(reason: "the server answered 304 Not Modified to an unconditional request")
        }
    }

    /// Whether a 304 gives another digest than the known version has, which another one may have the validators of.
    ///
    /// Where the server may apply a content coding, the digest may be of the coded bytes, which nobody keeps.
    private static func isOfOtherContent(_ head: ResponseHead, than sha256: String?) -> Bool {
        guard let sha256, !head.mayBeCoded else { return false }
        return head.promisedDigests.contains { $0.algorithm == .sha256 && $0.hex != sha256 }
    }

    private static func rangeNotSatisfiable(
        _ request: TransferRequest, head: ResponseHead
    ) -> TransferDecision {
        if case .proven = request { return .startOver }
        guard case .rest(let offset, let note, _) = request else {
            return .fail(reason: "416 Range Not Satisfiable")
        }
        // RFC 9110 section 15.5.17: Content-Range gives the current length.
        if let length = head.contentRange?.completeLength, length == offset,
            note.completeLength ?? length == length
        {
            return .confirm
        }
        return .startOver
    }

    private static func failure(of request: TransferRequest, _ head: ResponseHead) -> TransferDecision {
        let isTransient = head.isTransient
        // Servers need not know ranges (RFC 9110 section 14.2), and what stands before one may refuse them.
        if request.isOfPart, !isTransient, !neverBetterWhole.contains(head.status) {
            return .withoutRange
        }
        let answer = HTTPStatus.text(head.status)
        // A redirect that says where is followed.
        let reason =
            HTTPStatus.isRedirect(head.status)
            ? "the server answered \(answer), and did not say where it is now" : answer
        let remedy = ConnectionMessage.remedy(for: head.status)
        return .fail(
            reason: [reason, remedy].compactMap(\.self).joined(separator: ". "), isTransient: isTransient)
    }

    /// Statuses that the whole document would have, too: no access, or nothing there.
    private static let neverBetterWhole: Set<Int> = [401, 404, 407, 410, 451]
}
