import CarrelHTTP
import Foundation

/// The URL of a map tile with `{z}`, `{x}` and `{y}` for its place, as OpenStreetMap and others number them.
///
/// `{r}` may stand for `@2x` on fine screens. The host is fixed, so that a page can allow it by name.
public struct TileAddress: Sendable, Hashable {
    /// The template.
    public let template: String
    /// The server of the tiles.
    public let origin: Origin

    /// Checks a template; `nil` if it is not an http or https URL with `{z}`, `{x}` and `{y}` in its path or query.
    public init?(_ template: String) {
        let names = URLTemplate.placeholders(in: template)
        guard Set(names).isSuperset(of: ["z", "x", "y"]), Set(names).isSubset(of: ["z", "x", "y", "r"]) else {
            return nil
        }
        let filled = names.reduce(template) { $0.replacing("{\($1)}", with: "1") }
        let host = template.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard host.count == 4, !host[2].contains("{"), filled.isWebAddress, let url = URL(string: filled),
            let origin = Origin(url)
        else { return nil }
        (self.template, self.origin) = (template, origin)
    }
}

extension TileAddress: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "URL with {z}, {x} and {y} behind the host" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text else { return nil }
        self.init(text)
    }

    /// The value as a config file would write it.
    public var configText: String? { template.configText }
}

extension String {
    /// Whether it is an http or https URL of printable ASCII, without a user or password.
    var isWebAddress: Bool {
        guard utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }),
            let url = try? RequestTarget.check(self), url.user == nil, url.password == nil
        else { return false }
        return Origin(url) != nil
    }
}
