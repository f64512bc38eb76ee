import CarrelHTTP
import Foundation

/// Where a version of a document came from, and what tells it from other versions there.
public struct DocumentOrigin: Sendable, Hashable, Codable {
    /// The URL that delivered it, after redirects.
    public var url: String
    /// The URL that was asked for, where redirects led from it to `url`.
    public var requestedURL: String?
    /// What the server said of the version.
    public var validators: Validators

    public init(url: String, requestedURL: String? = nil, validators: Validators) {
        (self.url, self.requestedURL, self.validators) = (url, requestedURL, validators)
    }

    /// Whether a request for a URL asks for the same document.
    ///
    /// Validators compare the versions of one resource only (RFC 9110 section 8.8): of what another URL delivers
    /// they say nothing.
    public func isOf(_ url: String) -> Bool { (requestedURL ?? self.url) == url }

    /// Whether a 304 of a URL says that this version is still the current one.
    ///
    /// Redirects may lead to another document by now; where the signature alone is another one, a strong tag decides.
    public func isConfirmed(by url: URL) -> Bool {
        url.absoluteString == self.url || (isOfPlace(url) && validators.strongEntityTag != nil)
    }

    /// Whether an answer comes from where this version came from, queries aside.
    ///
    /// Redirects of content networks end with a signature that is another one each time.
    package func isOfPlace(_ url: URL) -> Bool {
        func place(_ text: String) -> Substring { text.prefix { $0 != "?" } }
        return place(url.absoluteString) == place(self.url)
    }
}

extension ResponseHead {
    /// Where the document of this response comes from.
    package var origin: DocumentOrigin {
        DocumentOrigin(
            url: url.absoluteString, requestedURL: redirects.first?.absoluteString, validators: validators)
    }
}
