import CarrelBasics
import CarrelHTTP

/// What must be known of a partial document to continue it safely.
public struct PartialNote: Sendable, Hashable, Codable {
    /// The URL that the bytes came from.
    public var url: String
    /// The URL that was requested, if redirects led from it to `url`.
    public var requestedURL: String?
    /// The validators of the version that the bytes belong to.
    public var validators: Validators
    /// The length of the whole document in bytes, if known.
    public var completeLength: Int64?
    /// The media type that the server declared; the response to a range request need not repeat it.
    public var mediaType: MediaType?
    /// Whether the bytes were decoded from a content coding, so that no range request can continue them.
    public var isDecoded: Bool?
    /// The digests of the whole document that came with its first bytes.
    public var digests: [ExpectedDigest]?
    /// The `Content-Disposition` field that came with the first bytes.
    public var contentDisposition: String?

    /// Whether only the digests of pieces vouch for the bytes, which may have come from several URLs.
    ///
    /// Then the note has no validators and no length, so that nothing else continues them.
    public private(set) var needsPieces: Bool?

    public init(
        url: String, validators: Validators, completeLength: Int64?, mediaType: MediaType? = nil,
        isDecoded: Bool = false, digests: [ExpectedDigest] = [], contentDisposition: String? = nil
    ) {
        self.digests = digests.isEmpty ? nil : digests
        self.contentDisposition = contentDisposition
        self.isDecoded = isDecoded ? true : nil
        self.url = url
        self.validators = validators
        self.completeLength = completeLength
        self.mediaType = mediaType
    }

    /// The note on the same bytes where only the digests of pieces vouch for them.
    public var provenByPieces: PartialNote {
        var note = self
        (note.validators, note.completeLength, note.digests) = (Validators(), nil, nil)
        note.needsPieces = true
        return note
    }

    /// Where the bytes came from.
    package var origin: DocumentOrigin {
        DocumentOrigin(url: url, requestedURL: requestedURL, validators: validators)
    }

    /// Whether a later request can make sure that it continues the same version.
    ///
    /// It needs a validator, or the length: then the last bytes are fetched again and compared. Or the digests of
    /// pieces, which prove what is there.
    public var allowsResuming: Bool {
        isDecoded != true
            && (validators.rangeValidator != nil || completeLength != nil || needsPieces == true)
    }
}

/// A partial document that waits to be continued.
public struct PartialDocument: Sendable, Hashable {
    /// The number of bytes so far.
    public var bytes: Int64
    /// What is known of them.
    public var note: PartialNote
    /// Whether somebody fetches the rest just now, in this process or another one.
    public var isBeingWritten: Bool

    public init(bytes: Int64, note: PartialNote, isBeingWritten: Bool = false) {
        (self.bytes, self.note, self.isBeingWritten) = (bytes, note, isBeingWritten)
    }

    /// How much of the whole document there is, from 0 to 1; `nil` if its length is not known.
    package var fraction: Double? {
        note.completeLength.map { bytes.fraction(of: $0) }
    }

    /// The number of bytes to fetch again and compare if nothing else tells versions apart: a few equal ones would prove nothing.
    package static let overlapLength = 64 << 10

    /// Where it is continued; `nil` if any place will do, as digests prove its pieces, or none.
    package var resumableOrigin: DocumentOrigin? {
        note.needsPieces != true && canBeContinued ? note.origin : nil
    }

    /// Whether the rest alone can be asked for, or everything comes again.
    package var canBeContinued: Bool {
        note.allowsResuming
            && (note.needsPieces == true || note.validators.sendable.rangeValidator != nil
                || bytes >= Self.overlapLength)
    }
}
