import Foundation

extension FetchError {
    /// The error for content with an unknown coding.
    public static func undecodable(_ head: ResponseHead) -> FetchError {
        FetchError(
            .undecodable, url: head.target.text,
            reason: "the server applied the content coding \(head.contentCoding ?? ""), which is not known")
    }

    /// The error for content whose end cannot be told from a broken connection.
    public static func endUntold(_ head: ResponseHead, remedy: String? = nil) -> FetchError {
        FetchError(
            .endUntold, url: head.target.text,
            reason:
                "the server does not say how long the document is, and a broken connection would pass for its end",
            remedy: remedy)
    }

    /// The error for content that grows by more than `FetchLimits.maxRatio`.
    public static func decompressionBomb(_ limits: FetchLimits, url: String) -> FetchError {
        FetchError(
            .decompressionBomb, url: url,
            reason: "the compressed content grows by more than the factor \(limits.maxRatio)",
            remedy: limits.acceptsCodings
                ? "Set download.compression to false" : "Check the address, or tell whoever runs the server")
    }
}
