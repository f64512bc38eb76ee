import CarrelHTTP

extension ItemCollection {
    /// Makes identities unique, and marks items that are the same document as an earlier one.
    ///
    /// So each document is fetched and stored once. A second call changes nothing, and one after items were added takes
    /// all of them into account.
    public mutating func markDuplicates() {
        for index in items.indices { items[index].unshare() }
        distinguishIdentities()
        markRepeatedURLs()
    }

    /// Gives repeated identities suffixes.
    private mutating func distinguishIdentities() {
        let repeated = Self.repeated(items.lazy.map(\.id.hashValue))
        guard !repeated.isEmpty else { return }
        let places = items.indices.filter { repeated.contains(items[$0].id.hashValue) }
        var counts: [String: Int] = [:]
        var urls: [String: String] = [:]
        var varied = Set<String>()
        for index in places {
            counts[items[index].id, default: 0] += 1
            guard let url = items[index].url.map(Item.identity) else { continue }
            let id = items[index].id
            if let other = urls[id], other != url { varied.insert(id) } else { urls[id] = url }
        }
        var taken = Set(items.lazy.map(\.id))
        var shared: [String: SharedIdentity] = [:]
        for index in places {
            let id = items[index].id
            guard counts[id] != 1 else { continue }
            let variety: SharedIdentity.Variety =
                varied.contains(id) ? .several : urls[id] == nil ? .none : .one
            shared[id, default: SharedIdentity(id, variety)]
                .mark(&items[index], items[index].url.map(Item.identity)) { taken.insert($0).inserted }
        }
    }

    /// Marks items with the same URL but different identities, if it can be fetched: a placeholder makes no two one document.
    private mutating func markRepeatedURLs() {
        // If the URL is the identity, a repeated URL is a repeated identity.
        let canRepeat = items.contains { item in
            item.duplicateOf == nil && item.url.map { $0.withCapitalEscapes != item.id } ?? false
        }
        guard canRepeat else { return }
        let repeated = Self.repeated(items.lazy.compactMap(\.url).map(Self.hash))
        guard !repeated.isEmpty else { return }
        var firsts: [String: String] = [:]
        var originals: [String: String] = [:]
        for index in items.indices {
            guard let url = items[index].url, repeated.contains(Self.hash(url)) else { continue }
            let identity = Item.identity(of: url).withCapitalEscapes
            if let first = firsts[identity] {
                guard RequestTarget.refusal(of: url) == nil else { continue }
                items[index].duplicateOf = first
                originals[items[index].id] = first
            } else {
                firsts[identity] = items[index].id
            }
        }
        // A repetition of a duplicate is the original's document, too, be it without a URL or with one that is written otherwise.
        for index in items.indices {
            guard let original = items[index].duplicateOf.flatMap({ originals[$0] }) else { continue }
            items[index].duplicateOf = original
        }
    }

    /// A hash of the bytes, because URLs differ by their bytes, and hashing a `String` normalises it first; the case of escapes
    /// is no difference.
    private static func hash(_ url: String) -> Int {
        var url = url.withCapitalEscapes
        return url.withUTF8 { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
            return hasher.finalize()
        }
    }

    /// The hash values that occur more than once; sorting them costs a fraction of a table of all texts.
    static func repeated(_ hashes: some Sequence<Int>) -> Set<Int> {
        let hashes = hashes.sorted()
        return Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }
}
