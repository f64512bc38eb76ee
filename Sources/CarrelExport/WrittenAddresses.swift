import CarrelBasics
import CarrelCore
import CarrelModel

/// Which addresses are in an export.
public struct WrittenAddresses: OptionSet, Sendable {
    /// A bit for each kind.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Those of the catalogues.
    public static let catalogs = WrittenAddresses(rawValue: 1)
    /// Those that the catalogues gave the stored documents.
    public static let documents = WrittenAddresses(rawValue: 2)
    /// Those of items that are not stored.
    public static let items = WrittenAddresses(rawValue: 4)
    /// Where the addresses of stored documents led, and their mirrors.
    public static let origins = WrittenAddresses(rawValue: 8)
}

extension ExportedLibrary {
    /// Whether one of some addresses has a key, a token or the like in it.
    public func holdsSecrets(in addresses: WrittenAddresses) -> Bool {
        groups.contains { group in
            addresses.contains(.catalogs) && Self.isSecret(group.catalog)
                || group.rows.contains { Self.hasSecret($0, addresses) }
        }
    }

    private static func hasSecret(_ row: LibraryView.Row, _ addresses: WrittenAddresses) -> Bool {
        if addresses.contains(.items), row.storedDocument == nil, isSecret(row.item.url) { return true }
        guard let document = row.document else { return false }
        return addresses.contains(.documents) && isSecret(document.address(of: row.item))
            || addresses.contains(.origins) && document.addresses(of: row.item).contains(where: isSecret)
    }

    private static func isSecret(_ url: String?) -> Bool {
        url.map { ShownText.of($0) != KeyPlaceholder.shown($0) } ?? false
    }
}
