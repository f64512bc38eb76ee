import CarrelModel
import CarrelStages

/// Addresses after a catalogue came to be at another location: what stood beside it there stands beside it here.
struct RelocatedAddresses {
    private let old, new: String

    /// - Parameters:
    ///   - location: where the catalogue was.
    ///   - other: where it is.
    init(from location: String, to other: String) {
        func parts(_ location: String) -> ArraySlice<Substring> {
            let parts = location.split(separator: "/", omittingEmptySubsequences: false)
            // A host without a path is its root.
            return location.contains("://") && parts.count == 3 ? parts + [""] : parts[...]
        }
        var (old, new) = (parts(location), parts(other))
        // The catalogue itself is not a place for others.
        old.removeLast()
        new.removeLast()
        while old.count > 3, new.count > 3, old.last == new.last {
            old.removeLast()
            new.removeLast()
        }
        (self.old, self.new) = (old.joined(separator: "/") + "/", new.joined(separator: "/") + "/")
    }

    /// An address as it is now; the same if it was not beside the catalogue.
    func callAsFunction(_ address: String) -> String {
        guard old != new, address.hasPrefix(old) else { return address }
        return new + address.dropFirst(old.count)
    }

    /// A listing whose items have their addresses as they are now, and the identities that these give them.
    func callAsFunction(_ catalog: Catalog) -> Catalog {
        var catalog = catalog
        catalog.changeCollections { collection in
            for index in collection.items.indices {
                let item = collection.items[index]
                collection.items[index].id = self(item.id)
                collection.items[index].url = item.url.map { self($0) }
                collection.items[index].duplicateOf = item.duplicateOf.map { self($0) }
            }
        }
        return catalog
    }
}
