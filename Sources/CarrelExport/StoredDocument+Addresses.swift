import CarrelBasics
import CarrelHTTP
import CarrelModel

extension StoredDocument {
    /// The address where it is, for the item that it is stored for: the item's own, unless the catalogue gave it another since,
    /// where something else may be.
    func address(of item: Item) -> String {
        guard let listed = item.url, isOf(item) else { return listedURL }
        return listed
    }

    /// All addresses where it is: what redirects ended at may hold for a while only.
    func addresses(of item: Item) -> [String] {
        ([address(of: item), url] + (isOf(item) ? item.mirrors : [])).uniqued()
    }

    /// The size of what its addresses have; `nil` if an earlier version was restored, because nobody recorded that of the
    /// other one.
    var servedSize: Int64? { restoredOver == nil ? size : nil }

    /// The SHA-256 of what its addresses have.
    var servedSHA256: String { restoredOver ?? sha256 }

    /// Whether it came from where an item is now.
    private func isOf(_ item: Item) -> Bool {
        let own = Set([url, listedURL].map(Self.resource))
        return ([item.url].compactMap(\.self) + item.mirrors).contains { address in
            // Nobody knows what a key stands for.
            address.contains(KeyPlaceholder.text) || own.contains(Self.resource(address))
        }
    }

    /// What an address names, however it is written.
    private static func resource(_ address: String) -> String {
        Item.identity(of: address.withoutFragment).withoutTLS
    }
}
