import CarrelHTTP
import Foundation

/// Where a version of a document came from, and the validators that tell it from other versions.
public struct DocumentOrigin: Sendable, Hashable, Codable {
    /// The URL that delivered it, after redirects.
    public var url: String
    /// The URL that was requested, if redirects led from it to `url`.
    public var requestedURL: String?
    /// The validators that the server gave for the version.
    public var validators: Validators
    /// What the catalogue said of the version; `nil` if that does not tell it from others.
    public var listed: ListedVersion?

    public init(
        url: String, requestedURL: String? = nil, validators: Validators, listed: ListedVersion? = nil
    ) {
        (self.url, self.requestedURL, self.validators) = (url, requestedURL, validators)
        self.listed = listed
    }

    /// Whether a request for a URL asks for the same resource: by the URL that was requested, or the one that it led to.
    ///
    /// Validators only compare versions of one resource (RFC 9110 section 8.8); they say nothing about another URL.
    public func isOf(_ url: String) -> Bool { url == requestedURL || url == self.url }

    /// Whether a 304 from a URL means that this version is still current.
    ///
    /// Redirects may lead to another document by now. If only the query of the URL differs, a strong entity tag
    /// decides.
    public func isConfirmed(by url: String) -> Bool {
        url == self.url || (isOfPlace(url) && validators.strongEntityTag != nil)
    }

    /// Whether a URL is the one that this version came from, apart from the query.
    ///
    /// Redirects of content networks end with a signature in the query that differs each time.
    package func isOfPlace(_ url: String) -> Bool {
        func place(_ text: String) -> Substring { text.prefix { $0 != "?" } }
        return place(url) == place(self.url)
    }
}

extension ResponseHead {
    /// Where the document of this response came from.
    package var origin: DocumentOrigin {
        DocumentOrigin(
            url: target.text, requestedURL: redirects.first?.absoluteString, validators: validators)
    }
}
