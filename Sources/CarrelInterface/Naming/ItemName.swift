/// How a program names an item, or a collection.
package struct ItemName: Sendable, Hashable {
    /// The catalogue's location or name.
    package var catalog: String?
    /// The collection's identity or title.
    package var collection: String?
    /// The item: its identity in that collection, or a text as on the command line.
    package var item: String?

    package init(catalog: String? = nil, collection: String? = nil, item: String? = nil) {
        (self.catalog, self.collection, self.item) = (catalog, collection, item)
    }
}
