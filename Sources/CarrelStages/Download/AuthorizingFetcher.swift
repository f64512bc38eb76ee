import CarrelHTTP
import Foundation

/// Adds the credentials and fields that the rules give for a request's origin, and passes the request on.
///
/// It stands below `fetch(_:into:)`, which sends each hop of a redirect as a request of its own, so that no credential
/// ever goes to another origin than its own.
public struct AuthorizingFetcher: WrappingFetcher {
    /// The wrapped fetcher.
    public let fetcher: any Fetcher
    private let rules: RequestRules
    private let secrets: SecretReader

    /// Wraps a fetcher.
    ///
    /// - Parameters:
    ///   - fetcher: performs the exchanges.
    ///   - rules: what requests carry.
    ///   - secrets: reads the credentials when they are first needed.
    public init(_ fetcher: any Fetcher, rules: RequestRules, secrets: SecretReader) {
        self.fetcher = fetcher
        self.rules = rules
        self.secrets = secrets
    }

    /// Sends one request with the credentials and fields of its origin.
    ///
    /// - Parameters:
    ///   - request: what to ask for; fields that it already has stay as they are.
    ///   - sink: takes the response.
    /// - Throws: `FetchError`; `.missingCredential` if a secret cannot be read.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        var request = request
        if let origin = Origin(request.url),
            let rule = rules.rule(for: origin, catalog: request.catalogOrigin)
        {
            try await apply(rule, to: &request)
            // An address with the service's key says who asks; Moodle refuses any parameter that it does not expect.
            if !request.asksForKey, case .parameter(let name, let secret) = rule.authorization {
                let token = try await value(of: secret, "token", for: request)
                return try await exchange(request, with: token, in: name, into: sink)
            }
        }
        try await fetcher.exchange(request, into: sink)
    }

    /// Sends a request with a token in its URL, which nobody else sees.
    private func exchange(
        _ request: FetchRequest, with token: String, in parameter: String, into sink: any ResponseSink
    ) async throws(FetchError) {
        var filled = request
        guard let url = PageQuery.setting(parameter, to: token, in: request.url).flatMap({ URL(string: $0) })
        else {
            throw FetchError(
                .refusedURL, url: request.target.text, reason: "the token cannot be put into the URL")
        }
        filled.url = url
        let covered = CoveredExchange(secret: token, url: request.url, coversContent: false)
        try await covered.perform(filled, over: fetcher, into: sink)
    }

    private func apply(_ rule: RequestRules.Rule, to request: inout FetchRequest) async throws(FetchError) {
        for line in rule.fields where request.fields[line.name] == nil {
            request.fields.append(line.name, line.value)
        }
        if let userAgent = rule.userAgent, request.fields["User-Agent"] == nil {
            request.fields["User-Agent"] = userAgent
        }
        request.clientCertificate = rule.certificate
        guard let authorization = rule.authorization, request.fields["Authorization"] == nil else { return }
        switch authorization {
        case .bearer(let token):
            request.fields["Authorization"] = "Bearer \(try await value(of: token, "token", for: request))"
        case .basic(let user, let password):
            var pair = "\(user):"
            if let password { pair += try await value(of: password, "password", for: request) }
            request.fields["Authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
        case .parameter: break
        }
    }

    private func value(
        of secret: Secret, _ setting: String, for request: FetchRequest
    ) async throws(FetchError) -> String {
        do {
            return try await secrets.value(of: secret)
        } catch {
            let url = request.target.text
            if error.isCancelled { throw FetchError.cancelled(url) }
            throw FetchError(
                .missingCredential, url: url, reason: "the \(setting) cannot be read: \(error.reason)",
                remedy: "Check download.\(setting), also that of the catalogue: carrel set NAME shows it")
        }
    }
}
