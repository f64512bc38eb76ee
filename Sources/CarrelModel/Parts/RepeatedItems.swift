import CarrelHTTP

/// Does for a catalogue in parts what `ItemCollection.markDuplicates` does for a whole collection: makes identities unique,
/// and marks items that are the same document as an earlier one.
///
/// It remembers only items that the survey found to be repeated.
public struct RepeatedItems: Sendable {
    private struct Key: Hashable {
        var collection: String
        var text: String
    }

    /// The identities that several items have.
    private var shared: [Key: SharedIdentity] = [:]
    /// The identity of the first item of each repeated URL.
    private var firstOfURL: [Key: String] = [:]
    /// The originals of items that are repetitions of a URL.
    private var originals: [Key: String] = [:]

    public init() {}

    /// Marks the items of the next part.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - survey: the survey of the whole catalogue, which notes the identities that are given.
    public mutating func mark(_ part: inout CatalogPart, _ survey: inout CatalogSurvey) {
        guard !survey.repeatedIDs.isEmpty || !survey.repeatedURLs.isEmpty else { return }
        for portion in part.portions.indices {
            let collection = part.portions[portion].collection.id
            for index in part.portions[portion].collection.items.indices {
                mark(&part.portions[portion].collection.items[index], in: collection, &survey)
            }
        }
    }

    private mutating func mark(
        _ item: inout Item, in collection: String, _ survey: inout CatalogSurvey
    ) {
        let url = item.url.map(Item.identity)
        let hash = survey.hash(collection, item.id)
        if survey.repeatedIDs.contains(hash) {
            let key = Key(collection: collection, text: item.id)
            shared[key, default: SharedIdentity(item.id, survey.variety(ofURLs: hash))]
                .mark(&item, url) { survey.give($0, in: collection) }
        }
        if let url {
            markURL(&item, url, in: collection, survey)
        } else if let original = item.duplicateOf.flatMap({ originals[Key(collection: collection, text: $0)] }
        ) {
            // A repetition of a duplicate, without a URL, is the original's document, too.
            item.duplicateOf = original
        }
    }

    /// Marks a repetition of a URL under another identity.
    private mutating func markURL(
        _ item: inout Item, _ url: String, in collection: String, _ survey: CatalogSurvey
    ) {
        let hash = survey.hash(collection, url)
        guard survey.repeatedURLs.contains(hash) || survey.repeatedIDs.contains(hash) else { return }
        let key = Key(collection: collection, text: url)
        if let first = firstOfURL[key] {
            guard RequestTarget.refusal(of: url) == nil else { return }
            item.duplicateOf = first
            originals[Key(collection: collection, text: item.id)] = first
        } else {
            firstOfURL[key] = item.id
        }
    }
}
