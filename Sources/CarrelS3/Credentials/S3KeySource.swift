import CarrelHTTP
import CarrelStages
import Foundation

/// Where keys come from, as a profile says.
public enum S3KeySource: Sendable, Hashable {
    /// Secrets that the profile names.
    case secrets(accessKey: Secret, secretKey: Secret, sessionToken: Secret?)
    /// A program that prints them.
    case command([String])
    /// The service of the machine or container that Carrel runs on.
    case instance
    /// A service that lends them for a token of an identity provider.
    case webIdentity
    /// None: requests are not signed.
    case none

    /// What gives the keys.
    ///
    /// - Parameters:
    ///   - context: the environment, the clock and programs.
    ///   - region: the region of the service.
    ///   - fetcher: asks the services that lend keys.
    /// - Returns: the provider, which reads nothing yet.
    public func provider(
        _ context: PluginContext, region: String, fetcher: any Fetcher
    ) -> any S3KeyProvider {
        switch self {
        case .secrets(let accessKey, let secretKey, let sessionToken):
            Self.secrets(accessKey, secretKey, sessionToken, context)
        case .command(let words): Self.command(words, context)
        case .instance: KeyService(context, fetcher).ofMachine
        case .webIdentity: KeyService(context, fetcher).ofIdentity(region)
        case .none: FixedS3Keys(nil)
        }
    }
}
