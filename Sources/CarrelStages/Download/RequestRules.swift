import CarrelHTTP

/// What requests to particular origins carry: credentials and other field lines.
///
/// Each hop of a redirect is decided anew by its own origin.
public struct RequestRules: Sendable {
    /// Shows who asks.
    public enum Authorization: Sendable, Hashable {
        /// `Bearer` with a token (RFC 6750).
        case bearer(Secret)
        /// `Basic` with a user's name and password (RFC 7617).
        case basic(user: String, password: Secret)
    }

    /// The rule of one origin.
    public struct Rule: Sendable, Hashable {
        /// Shows who asks; `nil` for nothing.
        public var authorization: Authorization?
        /// The `User-Agent`; `nil` for that of the fetcher.
        public var userAgent: String?
        /// Field lines to send.
        public var fields: [HTTPFields.Line] = []
        /// Shows who asks where TLS is used; `nil` for nothing.
        public var certificate: ClientCertificate?

        /// Makes a rule that adds nothing.
        public init() {}
    }

    /// The rule of the catalogue's own origin, whichever that is.
    public var catalog: Rule
    /// The origins that the catalogue's own must be one of; `nil` for any.
    ///
    /// A profile that says where its catalogue is speaks for that one, whatever else the command line names.
    public var catalogOrigins: Set<Origin>?
    /// The rules of single origins; what one does not say, the catalogue's rule says for the catalogue's origin.
    public var origins: [Origin: Rule]

    /// Makes rules.
    public init(catalog: Rule = Rule(), origins: [Origin: Rule] = [:]) {
        self.catalog = catalog
        self.origins = origins
    }

    /// Whether no request carries anything.
    public var isEmpty: Bool { catalog == Rule() && origins.isEmpty }

    /// The rule for a request; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - origin: where the request goes.
    ///   - catalog: the origin of the catalogue that it is made for.
    /// - Returns: what the request carries.
    public func rule(for origin: Origin, catalog: Origin?) -> Rule? {
        let speaks = origin == catalog && catalogOrigins?.contains(origin) ?? true
        let general = speaks && self.catalog != Rule() ? self.catalog : nil
        guard var rule = origins[origin] else { return general }
        rule.authorization = rule.authorization ?? general?.authorization
        rule.certificate = rule.certificate ?? general?.certificate
        return rule
    }
}
