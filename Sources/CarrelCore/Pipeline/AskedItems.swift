import CarrelModel

/// Those of some items that a catalogue asks for if their documents, which are stored for other catalogues, are its own.
struct AskedItems {
    /// The items.
    var keys = Set<ItemKey>()
    /// Those of them that it lists without a date that counts, so that it asks each time.
    var undated = Set<ItemKey>()
}
