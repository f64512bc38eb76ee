import CarrelBasics
import Foundation

/// The parameters in the query of a list's page, by which its server tells pages apart.
public enum PageQuery {
    /// The value of a parameter; `nil` if the address does not have it.
    public static func value(of parameter: String, in url: URL) -> String? {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == parameter }?
            .value
    }

    /// The address with another value of a parameter, which is percent-encoded.
    ///
    /// - Parameters:
    ///   - parameter: the parameter.
    ///   - value: its value.
    ///   - url: the address.
    ///   - others: parameters to leave out.
    /// - Returns: the address; `nil` for one without a host.
    public static func setting(
        _ parameter: String, to value: String, in url: URL, without others: Set<String> = []
    ) -> String? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.host != nil else {
            return nil
        }
        let own = parameter.percentEncoded() + "=" + value.percentEncoded()
        let kept = (parts.percentEncodedQuery ?? "").split(separator: "&").filter { pair in
            let name = String(pair.prefix { $0 != "=" }).replacing("+", with: " ")
            let plain = name.removingPercentEncoding ?? name
            return plain != parameter && !others.contains(plain)
        }
        parts.percentEncodedQuery = (kept.map(String.init) + [own]).joined(separator: "&")
        return parts.string
    }
}
