import CarrelHTTP
import CarrelModel
import CarrelStages

/// What a body is judged by.
extension DocumentPromise {
    /// Every digest that the document must have, those of a response included.
    ///
    /// None counts for what was decoded: it is of the coded bytes.
    func digests(with head: ResponseHead?) -> [ExpectedDigest] {
        guard let head, head.decodedCodings.isEmpty else { return digests }
        return digests + head.promisedDigests
    }

    /// Why a whole body is not what was promised; `nil` if nothing speaks against it.
    ///
    /// What was decoded is not compared with the catalogue's size, nor with the signature of a compressed file: a
    /// server may have meant that very file by its coding.
    func suspicion(beginning: [UInt8], count: Int64, isDecoded: Bool) -> String? {
        if count == 0 { return size == 0 ? nil : "the body is empty" }
        if isDecoded {
            return ContentSniff.isHTML(beginning)
                ? ContentSniff.contradiction(prefix: beginning, promised: fileExtension) : nil
        }
        if let size, size != count { return "\(count) bytes came, the catalogue promises \(size)" }
        return ContentSniff.contradiction(prefix: beginning, promised: fileExtension)
    }
}

extension ResponseHead {
    /// The digests of the whole document that the response promises.
    ///
    /// A digest of content counts where the content is the whole document (RFC 9530 section 2).
    var promisedDigests: [ExpectedDigest] {
        var digests = fields.values("Repr-Digest").flatMap {
            DigestField.digests(in: $0, origin: .reprDigest)
        }
        guard status == 200 else { return digests }
        digests += fields.values("Content-Digest").flatMap {
            DigestField.digests(in: $0, origin: .contentDigest)
        }
        return digests
    }
}

extension ExpectedDigest.Origin {
    /// Who promises it, in a sentence.
    var whose: String {
        switch self {
        case .catalog: "the catalogue"
        case .reprDigest, .contentDigest: "the server"
        case .checksumFile: "the checksum file beside it"
        }
    }
}
