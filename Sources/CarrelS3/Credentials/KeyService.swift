import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Services that lend keys: of a machine at EC2, of a container, and of an identity.
struct KeyService: Sendable {
    private let context: PluginContext
    private let fetcher: any Fetcher

    init(_ context: PluginContext, _ fetcher: any Fetcher) {
        (self.context, self.fetcher) = (context, fetcher)
    }

    private var environment: [String: String] { context.environment }

    // MARK: The machine, or the container

    /// Keys of the role that the machine or container has.
    var ofMachine: any S3KeyProvider {
        KeptS3Keys(now: context.now) { () async throws(S3Error) in
            if let address = containerAddress { return try await ofContainer(address) }
            return try await ofEC2()
        }
    }

    private var containerAddress: String? {
        environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"].map { "http://169.254.170.2\($0)" }
            ?? environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"]
    }

    private func ofContainer(_ address: String) async throws(S3Error) -> S3Keys {
        var fields: [(String, String)] = []
        if let file = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] {
            fields.append(("Authorization", try await token(in: file)))
        } else if let token = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"] {
            fields.append(("Authorization", token))
        }
        return try LentKeys.keys(Data(try await ask(.get, address, fields)), from: address)
    }

    /// The second version of EC2's service: a token, the role's name, its keys.
    private func ofEC2() async throws(S3Error) -> S3Keys {
        let base = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? "http://169.254.169.254"
        let token = try await ask(
            .put, "\(base)/latest/api/token", [("X-aws-ec2-metadata-token-ttl-seconds", "300")])
        let fields = [("X-aws-ec2-metadata-token", String(decoding: token, as: UTF8.self).trimmed)]
        let roles = "\(base)/latest/meta-data/iam/security-credentials/"
        let names = String(decoding: try await ask(.get, roles, fields), as: UTF8.self)
        guard let role = names.split(whereSeparator: \.isNewline).first else {
            throw .noKeys("the machine has no role", remedy: "Give it one, or keys of its own")
        }
        let address = roles + String(role).percentEncoded()
        return try LentKeys.keys(Data(try await ask(.get, address, fields)), from: base)
    }

    // MARK: An identity

    /// Keys for the token of an identity provider, which STS lends.
    func ofIdentity(_ region: String) -> any S3KeyProvider {
        KeptS3Keys(now: context.now) { () async throws(S3Error) in
            guard let file = environment["AWS_WEB_IDENTITY_TOKEN_FILE"],
                let role = environment["AWS_ROLE_ARN"]
            else {
                throw .noKeys("AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN are not set")
            }
            let base = environment["AWS_ENDPOINT_URL_STS"] ?? "https://sts.\(region).amazonaws.com"
            let form = [
                ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role),
                ("RoleSessionName", environment["AWS_ROLE_SESSION_NAME"] ?? "carrel"),
                ("WebIdentityToken", try await token(in: file)),
            ].map { "\($0.0)=\($0.1.percentEncoded())" }.joined(separator: "&")
            let type = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/xml")]
            let answer = try await ask(.post, base + "/", type, form)
            return try Self.lent(answer, by: base)
        }
    }

    private static func lent(_ answer: [UInt8], by base: String) throws(S3Error) -> S3Keys {
        let names: Set<String> = ["AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"]
        let values = S3Message.values(answer, names).values.mapValues(\.trimmed)
        guard let data = try? JSONEncoder().encode(values) else { throw .noKeys("\(base) gave no keys") }
        return try LentKeys.keys(data, from: base)
    }

    private func token(in file: String) async throws(S3Error) -> String {
        do {
            return try await SecretReader(context).value(of: .file(file))
        } catch {
            throw .noKeys(error)
        }
    }

    // MARK: Asking

    private func ask(
        _ method: FetchRequest.Method, _ address: String, _ fields: [(String, String)], _ form: String? = nil
    ) async throws(S3Error) -> [UInt8] {
        guard let url = URL(string: address), url.scheme == "http" || url.scheme == "https" else {
            throw .noKeys("\(address) is no address of a service that lends keys")
        }
        let limits = FetchLimits(
            connectTimeout: .seconds(5), stallTimeout: .seconds(10), totalTimeout: .seconds(30))
        var request = FetchRequest(url: url, fields: HTTPFields(fields), limits: limits)
        request.method = method
        if method != .get { request.content = .bytes(Array((form ?? "").utf8)) }
        let sink = AnswerSink(limit: 64 << 10)
        do {
            try await fetcher.exchange(request, into: sink)
        } catch {
            throw .noKeys("\(url.host ?? address): \(error.reason)", remedy: error.remedy)
        }
        guard sink.head?.status == 200 else {
            throw .noKeys("\(url.host ?? address) answered \(sink.head?.status ?? 0)")
        }
        return sink.content
    }
}
