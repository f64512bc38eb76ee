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
        /// Nothing fetches it; why, also in words after “it is”.
        case never(FetchRefusal, hindrance: String)
    }

    /// What a catalogue lists.
    private struct Listing {
        var items: [ItemKey: Item] = [:]
        /// Why items are not fetched that it does not list, by their collections, and in any other one.
        var refusals: [String: FetchRefusal] = [:]
        var refusal = FetchRefusal.unlisted
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
    mutating func way(for key: ItemKey, by pipeline: Pipeline) async throws(StoreError) -> Way {
        let listing = try await listing(of: key.catalog)
        let unlisted = listing.refusals[key.collection] ?? listing.refusal
        guard let item = listing.items[key] else { return .never(unlisted, hindrance: unlisted.words) }
        var memory = LibraryMemory(catalog: key.catalog)
        memory.ignored = listing.ignored
        return switch pipeline.action(for: item, key, memory) {
        case .download, .resume, .revalidate, .keep, .postponed: .sync
        case .deferred: .request
        case .ignored: .never(.ignored, hindrance: FetchRefusal.ignored.words)
        case .unavailable: .never(.notAvailable, hindrance: "listed without a URL")
        case .refused: .never(.notAvailable, hindrance: "at an address that is not requested")
        case .orphaned, nil: .never(unlisted, hindrance: unlisted.words)
        }
    }

    /// What a catalogue lists; read once.
    private mutating func listing(of location: String) async throws(StoreError) -> Listing {
        if let known = listings[location] { return known }
        var listing = Listing()
        listing.ignored = try await library.memory(of: location).ignored
        let catalog = try await library.catalog(at: location)
        if catalog?.leavesOutItems == true { listing.refusal = .leftOut }
        for collection in catalog?.collections ?? [] {
            if catalog?.leavesOut(in: collection) == true { listing.refusals[collection.id] = .leftOut }
            for item in collection.items where item.duplicateOf == nil {
                listing.items[ItemKey(catalog: location, collection: collection.id, item: item.id)] = item
            }
        }
        listings[location] = listing
        return listing
    }
}
