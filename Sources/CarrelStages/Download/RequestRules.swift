import CarrelHTTP

import Foundation

/// The credentials and field lines that go with requests, by origin.
///
/// Each hop of a redirect gets those of its own origin.
public struct RequestRules: Sendable {
    /// Credentials, for the `Authorization` field unless it says otherwise.
    public enum Authorization: Sendable, Hashable {
        /// `Bearer` with a token (RFC 6750).
        case bearer(Secret)
        /// `Basic` with a user's name and password (RFC 7617); `nil` for an empty one, as shares that anybody may read have it.
        case basic(user: String, password: Secret?)
        /// A token in a parameter of the URL's query, for servers that read no `Authorization` (RFC 6750 section 2.3).
        case parameter(String, Secret)
    }

    /// The rule of one origin.
    public struct Rule: Sendable, Hashable {
        /// The credentials; `nil` for none.
        public var authorization: Authorization?
        /// The `User-Agent`; `nil` for the fetcher's own.
        public var userAgent: String?
        /// Further field lines to send.
        public var fields: [HTTPFields.Line] = []
        /// The client certificate for TLS; `nil` for none.
        public var certificate: ClientCertificate?

        /// Makes a rule that adds nothing.
        public init() {}
    }

    /// The rule for the catalogue's own origin, whichever that is.
    public var catalog: Rule
    /// The origins to which `catalog` applies; `nil` for any.
    ///
    /// If a profile says where its catalogue is, its credentials are for that catalogue, not for another one that the
    /// command line names.
    public var catalogOrigins: Set<Origin>?
    /// The rules of single origins; at the catalogue's origin, `catalog` fills in credentials that such a rule lacks.
    public var origins: [Origin: Rule]

    public init(catalog: Rule = Rule(), origins: [Origin: Rule] = [:]) {
        self.catalog = catalog
        self.origins = origins
    }

    /// Whether no rule adds anything.
    public var isEmpty: Bool { catalog == Rule() && origins.isEmpty }

    /// The rule for a request; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - origin: where the request goes.
    ///   - catalog: the origin of the catalogue that the request is made for.
    /// - Returns: what to add to the request.
    public func rule(for origin: Origin, catalog: Origin?) -> Rule? {
        let speaks = origin == catalog && catalogOrigins?.contains(origin) ?? true
        let general = speaks && self.catalog != Rule() ? self.catalog : nil
        guard var rule = origins[origin] else { return general }
        rule.authorization = rule.authorization ?? general?.authorization
        rule.certificate = rule.certificate ?? general?.certificate
        return rule
    }
}
