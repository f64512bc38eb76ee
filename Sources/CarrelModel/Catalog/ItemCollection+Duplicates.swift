extension ItemCollection {
    /// Makes identities unique, and marks items that are the same document as an earlier one.
    ///
    /// So each document is fetched and stored once. A second call changes nothing.
    public mutating func markDuplicates() {
        distinguishIdentities()
        markRepeatedURLs()
    }

    /// Gives repeated identities a suffix.
    ///
    /// A repetition with another URL is a document of its own.
    private mutating func distinguishIdentities() {
        let repeated = Self.repeated(items.lazy.map(\.id.hashValue))
        guard !repeated.isEmpty else { return }
        var firsts: [String: Int] = [:]
        var occurrences: [String: Int] = [:]
        var taken = Set(items.lazy.map(\.id))
        for index in items.indices {
            let id = items[index].id
            guard repeated.contains(id.hashValue) else { continue }
            guard let first = firsts[id] else {
                firsts[id] = index
                continue
            }
            var number = occurrences[id, default: 1] + 1
            // Another item may have this identity already.
            while !taken.insert("\(id)#\(number)").inserted { number += 1 }
            occurrences[id] = number
            items[index].id = "\(id)#\(number)"
            guard let url = items[index].url else {
                items[index].duplicateOf = id
                continue
            }
            if items[first].url.map(Item.identity) == Item.identity(of: url) { items[index].duplicateOf = id }
        }
    }

    /// Marks items with the same URL but different identities.
    private mutating func markRepeatedURLs() {
        // If the URL is the identity, a repeated URL is a repeated identity.
        guard items.contains(where: { $0.duplicateOf == nil && $0.url != nil && $0.url != $0.id }) else {
            return
        }
        let repeated = Self.repeated(items.lazy.compactMap(\.url).map(Self.hash))
        guard !repeated.isEmpty else { return }
        var firsts: [String: String] = [:]
        var originals: [String: String] = [:]
        for index in items.indices {
            guard let url = items[index].url, repeated.contains(Self.hash(url)) else { continue }
            let identity = Item.identity(of: url)
            if let first = firsts[identity] {
                items[index].duplicateOf = first
                originals[items[index].id] = first
            } else {
                firsts[identity] = items[index].id
            }
        }
        // A repetition of a duplicate, without a URL, is the original's document, too.
        for index in items.indices where items[index].url == nil {
            guard let original = items[index].duplicateOf.flatMap({ originals[$0] }) else { continue }
            items[index].duplicateOf = original
        }
    }

    /// A hash of the bytes, because URLs differ by their bytes, and hashing a `String` normalises it first.
    private static func hash(_ url: String) -> Int {
        var url = url
        return url.withUTF8 { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
            return hasher.finalize()
        }
    }

    /// The hash values that occur more than once; sorting them costs a fraction of a table of all texts.
    private static func repeated(_ hashes: some Sequence<Int>) -> Set<Int> {
        let hashes = hashes.sorted()
        return Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }
}
