import CarrelModel
import CarrelStages

/// Finds out how items would be fetched again if their documents were gone.
struct Refetching {
    /// How an item is fetched again.
    enum Way: Equatable {
        /// The next sync fetches it.
        case sync
        /// It is fetched when somebody asks for it.
        case request
        /// Nothing fetches it; why, after “it is”.
        case never(hindrance: String)
    }

    /// What a catalogue lists.
    private struct Listing {
        var items: [ItemKey: Item] = [:]
        var ignored = IgnoreRules()
    }

    /// Holds the records.
    let library: any Library
    private var listings: [String: Listing] = [:]

    init(library: any Library) { self.library = library }

    /// How an item would be fetched again.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - pipeline: the pipeline of its catalogue.
    /// - Returns: the way.
    /// - Throws: `StoreError`.
    mutating func way(for key: ItemKey, by pipeline: Pipeline) async throws(StoreError) -> Way {
        let listing = try await listing(of: key.catalog)
        guard let item = listing.items[key] else { return .never(hindrance: "no longer listed") }
        var memory = LibraryMemory(catalog: key.catalog)
        memory.ignored = listing.ignored
        let collection = ItemCollection(id: key.collection, title: "", items: [item])
        let plan = pipeline.planned(Catalog(collections: [collection]), memory)
        return switch plan.entries.first?.action {
        case .download, .resume, .revalidate, .keep, .postponed: .sync
        case .deferred: .request
        case .ignored: .never(hindrance: "ignored")
        case .unavailable: .never(hindrance: "listed without a URL")
        case .refused: .never(hindrance: "at an address that is not requested")
        case .orphaned, nil: .never(hindrance: "no longer listed")
        }
    }

    /// What a catalogue lists; read once.
    private mutating func listing(of location: String) async throws(StoreError) -> Listing {
        if let known = listings[location] { return known }
        var listing = Listing()
        listing.ignored = try await library.memory(of: location).ignored
        for collection in try await library.catalog(at: location)?.collections ?? [] {
            for item in collection.items where item.duplicateOf == nil {
                listing.items[ItemKey(catalog: location, collection: collection.id, item: item.id)] = item
            }
        }
        listings[location] = listing
        return listing
    }
}
