import CarrelBasics
import Foundation

/// Why an exchange delivered no whole response.
public struct FetchError: StageError {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The URL is not one that Carrel requests.
        case refusedURL
        /// The host asked to wait before any further request.
        case held
        /// The address is not public, but only public ones are allowed (`AddressPolicy`).
        case refusedAddress
        /// The name could not be resolved or no connection could be made.
        case unreachable
        /// This machine gave no socket or no memory, which says nothing of the host.
        case system
        /// The proxy refused the request or requires credentials.
        case proxy
        /// TLS failed: the certificate could not be verified, or there is no common protocol.
        case tls
        /// The connection was not made within `FetchLimits.connectTimeout`.
        case connectTimeout
        /// No byte arrived for `FetchLimits.stallTimeout`.
        case stalled
        /// The exchange took longer than `FetchLimits.totalTimeout`.
        case totalTimeout
        /// The content is larger than `FetchLimits.maxSize`.
        case tooLarge
        /// The content grew by more than `FetchLimits.maxRatio` when it was decoded.
        case decompressionBomb
        /// The content's coding is unknown to the fetcher, or the content does not match its coding.
        case undecodable
        /// A secret for the request could not be read.
        case missingCredential
        /// The head is larger than `FetchLimits.maxHeadSize`.
        case headTooLarge
        /// The connection ended before the response was whole.
        case truncated
        /// Only the end of the connection marks the end of the content, and the fetcher cannot trust that.
        case endUntold
        /// The response, or the request to send, violates the protocol.
        case malformed
        /// More redirects than `FetchLimits.maxRedirects`, or one that leads nowhere.
        case redirect
        /// The sink stopped the transfer.
        case stopped
        /// The task was cancelled.
        case cancelled

        /// Whether a request that failed so may succeed a little later.
        public var isTransient: Bool {
            switch self {
            case .held, .unreachable, .system, .connectTimeout, .stalled, .totalTimeout, .truncated: true
            case .refusedURL, .refusedAddress, .proxy, .tls, .tooLarge, .decompressionBomb, .undecodable,
                .missingCredential, .headTooLarge, .endUntold,
                .malformed, .redirect, .stopped,
                .cancelled:
                false
            }
        }
    }

    /// The kind of failure.
    public let code: Code
    /// The URL that was requested, what went wrong and what helps.
    public let message: ErrorMessage
    /// How long the host is to be left alone, if it asked to wait; nothing was asked of it then.
    public let wait: Duration?
    /// The connections of the redirects before it, which may have been mixed.
    public internal(set) var connections: [ConnectionID] = []
    /// Where redirects led; `nil` if there was none before it.
    public internal(set) var trail: RedirectTrail?

    public init(
        _ code: Code, url: String, reason: String, remedy: String? = nil, wait: Duration? = nil
    ) {
        (self.code, self.wait) = (code, wait)
        message = ErrorMessage(subject: url, reason: reason, remedy: remedy)
    }

    /// The error of a cancelled task.
    public static func cancelled(_ url: String) -> FetchError {
        FetchError(.cancelled, url: url, reason: "cancelled")
    }

    /// The error of a transfer that its sink abandoned.
    public static func stopped(_ url: String) -> FetchError {
        FetchError(.stopped, url: url, reason: "the transfer was abandoned")
    }

    /// The same error, after redirects.
    ///
    /// - Parameters:
    ///   - trail: where they led.
    ///   - connections: the connections that brought them.
    /// - Returns: the error that tells of them.
    func after(_ trail: RedirectTrail?, over connections: [ConnectionID]) -> FetchError {
        var error = self
        (error.trail, error.connections) = (trail, connections)
        return error
    }

    /// Whether the same request may succeed a little later.
    public var isTransient: Bool { code.isTransient }
}
