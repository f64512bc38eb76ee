import CarrelStages
import Foundation

extension S3KeySource {
    /// Keys of the profile or of the environment, each a secret.
    static func secrets(
        _ accessKey: Secret, _ secretKey: Secret, _ sessionToken: Secret?, _ context: PluginContext
    ) -> any S3KeyProvider {
        KeptS3Keys(now: context.now) { () async throws(S3Error) in
            // Read anew each time: a file or a command may give others by now.
            let secrets = SecretReader(context)
            do throws(SecretReader.Failure) {
                var keys = S3Keys(
                    accessKey: try await secrets.value(of: accessKey),
                    secretKey: try await secrets.value(of: secretKey))
                if let sessionToken { keys.sessionToken = try await secrets.value(of: sessionToken) }
                return keys
            } catch {
                throw .noKeys(
                    error,
                    remedy:
                        "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or store.access-key and store.secret-key"
                )
            }
        }
    }
}
