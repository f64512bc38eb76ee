import Foundation

/// Where redirects led before an exchange failed.
public struct RedirectTrail: Sendable, Hashable {
    /// The URLs that redirected to `url`, in order.
    public let redirects: [URL]
    /// The URL whose redirect leads nowhere, or that did not answer.
    public let url: URL
    /// The status of the redirect that leads nowhere; `nil` without an answer.
    public let status: Int?

    package init(_ redirects: [URL], to url: URL, status: Int? = nil) {
        (self.redirects, self.url, self.status) = (redirects, url, status)
    }
}
