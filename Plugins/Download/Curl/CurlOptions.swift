/// What can be chosen about a `CurlFetcher`.
public struct CurlOptions: Sendable, Hashable {
    /// The `User-Agent` of requests that name none.
    public var userAgent: String
    /// Whether TLS connections may carry HTTP/2.
    public var allowsHTTP2: Bool
    /// A PEM file with the certificates to trust instead of the system's.
    public var certificatesFile: String?

    /// Makes options; by default HTTP/2 is allowed and the system's certificates are trusted.
    public init(
        userAgent: String = "Carrel/0.1", allowsHTTP2: Bool = true, certificatesFile: String? = nil
    ) {
        self.userAgent = userAgent
        self.allowsHTTP2 = allowsHTTP2
        self.certificatesFile = certificatesFile
    }
}
