/// A client certificate for TLS, in PEM files.
public struct ClientCertificate: Sendable, Hashable {
    /// The path of the certificate.
    public var certificate: String
    /// The path of its key; `nil` if the certificate's file holds it.
    public var key: String?

    public init(certificate: String, key: String? = nil) {
        self.certificate = certificate
        self.key = key
    }
}
