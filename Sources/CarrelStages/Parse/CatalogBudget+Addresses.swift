import CarrelBasics
import CarrelHTTP
import Foundation

extension CatalogBudget {
    /// Whether something may be read there: on the web, or, for a catalogue that is a file, in its folder.
    ///
    /// - Parameter url: an absolute URL.
    /// - Returns: whether a document may be there.
    public func isFetchable(_ url: String) -> Bool {
        let scheme = String(Substring(url.utf8.prefix(8).prefix { $0 != UInt8(ascii: ":") })).lowercased()
        guard scheme == "file" else { return scheme == "http" || scheme == "https" }
        guard base.isFileURL, let file = URL(string: url), file.isFileURL else { return false }
        let folder = base.deletingLastPathComponent().standardizedFileURL.path
        return file.standardizedFileURL.path.behind(folder.hasSuffix("/") ? folder : folder + "/") != nil
    }

    /// Resolves a reference that is longer than a URL may be, to see what is lost with it; `nil` for any other.
    public func resolveTooLong(_ reference: String) -> String? {
        let length = reference.utf8.count
        guard length > RequestTarget.maxLength else { return nil }
        return URLReference.resolve(reference, against: base, limit: length)
    }

    /// Resolves a reference against the base; `nil` also if nothing may be read there.
    public func fetchable(_ reference: String) -> String? {
        resolve(reference).flatMap { isFetchable($0) ? $0 : nil }
    }
}
