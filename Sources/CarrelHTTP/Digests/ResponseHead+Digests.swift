extension ResponseHead {
    /// The digests of the whole representation that the response promises.
    ///
    /// `Content-Digest` counts only if the content is the whole representation (RFC 9530 section 2), and so does `Digest`: with a
    /// part some servers send the digest of that.
    public var promisedDigests: [ExpectedDigest] {
        let digests = digests("Repr-Digest", .reprDigest)
        return status == 200 || status == 206 && contentRange?.isWhole == true
            ? digests + contentDigests + earlierDigests : digests
    }

    /// The digests of the content of this message that the response promises, whether it is a part or the whole.
    public var contentDigests: [ExpectedDigest] { digests("Content-Digest", .contentDigest) }

    private var earlierDigests: [ExpectedDigest] {
        fields.values("Digest").flatMap { DigestField.earlierDigests(in: $0) }
    }

    private func digests(_ name: String, _ origin: ExpectedDigest.Origin) -> [ExpectedDigest] {
        fields.values(name).flatMap { DigestField.digests(in: $0, origin: origin) }
    }
}
