import CarrelHTTP
import Foundation

/// Adds to each request what the rules of its origin say, and hands it to another fetcher.
///
/// It stands below `fetch(_:into:)`, which asks for each hop of a redirect by itself, so that no credential ever
/// goes to another origin than its own.
public struct AuthorizingFetcher: Fetcher {
    private let fetcher: any Fetcher
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

    /// That of the fetcher that performs the exchanges.
    public var taskExecutor: (any TaskExecutor)? { fetcher.taskExecutor }

    /// Sends one request with what its origin is to get.
    ///
    /// - Parameters:
    ///   - request: what to ask for; a field that it names itself is left as it is.
    ///   - sink: takes the response.
    /// - Throws: `FetchError`; `.missingCredential` where a secret cannot be read.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        var request = request
        if let origin = Origin(request.url),
            let rule = rules.rule(for: origin, catalog: request.catalogOrigin)
        {
            try await apply(rule, to: &request)
        }
        try await fetcher.exchange(request, into: sink)
    }

    /// What the wrapped fetcher says.
    public func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }

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
            let pair = "\(user):\(try await value(of: password, "password", for: request))"
            request.fields["Authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
        }
    }

    private func value(
        of secret: Secret, _ setting: String, for request: FetchRequest
    ) async throws(FetchError) -> String {
        do {
            return try await secrets.value(of: secret)
        } catch {
            let url = request.url.absoluteString
            if error.isCancelled { throw FetchError(.cancelled, url: url, reason: "cancelled") }
            throw FetchError(
                .missingCredential, url: url, reason: "the \(setting) cannot be read: \(error.reason)",
                remedy: "Check what the profile's [download] table says about the \(setting)")
        }
    }
}
