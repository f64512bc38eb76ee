extension HTTPFields {
    /// The transfer codings of a message, as its lines name them; `nil` if there are none.
    ///
    /// `identity` alone is none: RFC 2616 had servers say so, RFC 9112 no longer knows it.
    public var transferCodings: String? {
        guard contains("Transfer-Encoding") else { return nil }
        let codings = values("Transfer-Encoding").joined(separator: ", ")
        return codings.lowercased() == "identity" ? nil : codings
    }
}
