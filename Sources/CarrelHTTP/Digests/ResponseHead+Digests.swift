extension ResponseHead {
    /// The digests of the whole representation that the response promises.
    ///
    /// `Content-Digest` counts only if the content is the whole representation (RFC 9530 section 2).
    public var promisedDigests: [ExpectedDigest] {
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
