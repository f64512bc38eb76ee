import CarrelBasics
import CarrelHTTP
import Foundation

/// The parameters in the address of a page.
enum PageAddress {
    /// The value of a parameter; `nil` if the address does not have it.
    static func value(of parameter: String, in url: URL) -> String? {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == parameter }?
            .value
    }

    /// The address with another value of a parameter; `nil` for an address without a host.
    static func setting(_ parameter: String, to value: String, in url: URL) -> String? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.host != nil else {
            return nil
        }
        func escaped(_ text: String) -> String { text.percentEncoded { $0.isURLUnreserved } }
        let own = escaped(parameter) + "=" + escaped(value)
        let others = (parts.percentEncodedQuery ?? "").split(separator: "&").filter { pair in
            let name = String(pair.prefix { $0 != "=" }).replacing("+", with: " ")
            return (name.removingPercentEncoding ?? name) != parameter
        }
        parts.percentEncodedQuery = (others.map(String.init) + [own]).joined(separator: "&")
        return parts.string
    }
}

/// A name for the one collection of a document.
enum DocumentName {
    /// The file name without its extension, else the host.
    static func of(_ url: URL) -> String {
        let stem = url.deletingPathExtension().lastPathComponent.titleText
        if !stem.isEmpty, stem != "/" { return stem }
        return url.host?.titleText ?? "items"
    }
}
