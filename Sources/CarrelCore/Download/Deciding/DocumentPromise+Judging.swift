import CarrelHTTP
import CarrelModel
import CarrelStages

/// Checks the content of a document against what was promised.
extension DocumentPromise {
    /// The digests that the document must have, including those of the response.
    ///
    /// If the content was decoded, the response's digests do not count, because they are of the coded bytes.
    func digests(with head: ResponseHead?) -> [ExpectedDigest] {
        guard let head, head.decodedCodings.isEmpty else { return digests }
        return digests + head.promisedDigests
    }

    /// Why a whole document is not what was promised; `nil` if nothing contradicts it.
    ///
    /// Decoded content is not compared with the catalogue's size or with the signature of a compressed file, because a
    /// server may declare a compressed file as a content coding.
    ///
    /// - Parameters:
    ///   - beginning: its first bytes.
    ///   - count: the number of its bytes.
    ///   - isDecoded: whether a content coding was taken off.
    ///   - declared: what its server says that it is; `nil` if nobody says so.
    ///   - suggested: the field with the name that its server suggests; `nil` if it suggests none.
    /// - Returns: the reason.
    package func suspicion(
        beginning: [UInt8], count: Int64, isDecoded: Bool, declared: MediaType? = nil,
        suggested: String? = nil
    ) -> String? {
        if count == 0 { return size == 0 ? nil : "the body is empty" }
        if isDecoded {
            return ContentSniff.isHTML(beginning) ? contradiction(beginning, declared, suggested) : nil
        }
        if let size, size != count { return BrokenPromise(size: count).words("\(size)") }
        return contradiction(beginning, declared, suggested)
    }

    /// Whether it is of another content than a stored document has.
    func contradicts(_ stored: StoredDocument?) -> Bool {
        if stored?.isAccepted(size: size, catalogDigest) == true { return false }
        return !digests.isEmpty || stored?.contradicts(size: size, nil) == true
    }

    /// The size as a promise (`Item.promise`) if a document that was not set aside has another one: it came in a content coding,
    /// or that would have been held against it.
    func excusedSize(of document: StoredDocument) -> String? {
        document.contradicts(size: size, catalogDigest) ? Item.promise(size: size, nil) : nil
    }

    private var catalogDigest: ExpectedDigest? { digests.first { $0.origin == .catalog } }

    private func contradiction(
        _ beginning: [UInt8], _ declared: MediaType?, _ suggested: String?
    ) -> String? {
        ContentSniff.contradiction(prefix: beginning, promised: fileExtension, declared: declared)
            ?? pageInPlace(beginning, declared)
            ?? ContentSniff.contradiction(
                prefix: beginning, promised: fileExtension, of: declared,
                named: suggested.flatMap { ContentDispositionField.suggestedName(in: $0) })
    }

    /// Why a web page is not a new version of what is stored, at an address that does not say what is there.
    ///
    /// One that its server calls something else was perhaps one before, too: many a program calls a table of a page an Excel sheet.
    private func pageInPlace(_ beginning: [UInt8], _ declared: MediaType?) -> String? {
        guard let storedKind, declared?.isHTML ?? true, ContentSniff.isHTML(beginning) else { return nil }
        return ContentSniff.contradiction(prefix: beginning, promised: storedKind, declared: declared)
    }
}

extension ExpectedDigest.Origin {
    /// Who promises the digest, as words in a sentence.
    var whose: String {
        switch self {
        case .catalog: BrokenPromise.catalog
        case .reprDigest, .contentDigest, .digest: "the server"
        case .checksumFile: "the checksum file beside it"
        }
    }
}
