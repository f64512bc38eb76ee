import CarrelBasics
import CarrelStages
import Foundation

/// Keys in the JSON that commands, containers and machines give them in.
struct LentKeys: Decodable {
    private var accessKeyID: String
    private var secretAccessKey: String
    private var sessionToken: String?
    private var token: String?
    private var expiration: String?

    private enum CodingKeys: String, CodingKey {
        case accessKeyID = "AccessKeyId"
        case secretAccessKey = "SecretAccessKey"
        case sessionToken = "SessionToken"
        case token = "Token"
        case expiration = "Expiration"
    }

    /// Reads what a place gave.
    static func keys(_ data: Data, from place: String) throws(S3Error) -> S3Keys {
        guard let lent = try? JSONDecoder().decode(LentKeys.self, from: data), lent.isPlain else {
            throw .noKeys("\(place) gave no keys: expected JSON with AccessKeyId and SecretAccessKey")
        }
        let expires = lent.expiration.flatMap { try? Date($0.prefix(19) + "Z", strategy: .iso8601) }
        return S3Keys(
            accessKey: lent.accessKeyID, secretKey: lent.secretAccessKey,
            sessionToken: lent.sessionToken ?? lent.token, expires: expires)
    }

    /// Whether everything can be part of a field.
    private var isPlain: Bool {
        [accessKeyID, secretAccessKey, sessionToken, token].compactMap(\.self).allSatisfy { text in
            !text.isEmpty && text.utf8.count <= 16 << 10
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }
}

extension S3KeySource {
    /// Keys that a program prints, as the `credential_process` of AWS's tools does.
    static func command(_ words: [String], _ context: PluginContext) -> any S3KeyProvider {
        KeptS3Keys(now: context.now) { () async throws(S3Error) in
            let program = words.first ?? ""
            do {
                let output = try await context.tools.run(
                    ToolInvocation(
                        program, Array(words.dropFirst()), timeout: .seconds(30), outputLimit: 64 << 10))
                guard output.status == 0 else {
                    throw S3Error.noKeys("\(program) ended with status \(output.status)")
                }
                return try LentKeys.keys(output.output, from: program)
            } catch let error as S3Error {
                throw error
            } catch {
                throw .noKeys("\(program) could not be run", remedy: "Run it by hand to see why")
            }
        }
    }
}
