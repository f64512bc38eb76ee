import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

extension LibraryMemory {
    /// The item of its catalogue that a collection lists.
    func key(of item: Item, in collection: ItemCollection) -> ItemKey {
        ItemKey(catalog: catalog, collection: collection.id, item: item.id)
    }

    private struct Place: Hashable {
        var collection: String
        var url: String
    }

    /// Has documents follow items whose suffix changed, or that got one or lost it, because others with the same identity
    /// came or went; and items that get an identity where the catalogue gave none, or lose it.
    ///
    /// What the catalogue gives another identity is another document, even at the same address. Parsers add suffixes, too,
    /// as the format of one of a publication's documents. An item without an identity is known by its address, so that the
    /// address tells which document it had before it got one, and has once it lost it; likewise where a catalogue moved and
    /// the document did not, as it was taken to (`RelocatedAddresses`).
    ///
    /// - Parameter catalog: what is listed.
    /// - Returns: what to record.
    mutating func followRenamed(in catalog: Catalog) -> [LibraryChange] {
        let left = unlistedDocuments(in: catalog)
        guard !left.isEmpty else { return [] }
        var changes: [LibraryChange] = []
        for collection in catalog.collections {
            let leavesOut = catalog.leavesOut(in: collection)
            for item in collection.items where item.duplicateOf == nil {
                guard let url = item.url, !url.contains(KeyPlaceholder.text),
                    let former = left[Place(collection: collection.id, url: url)]
                else { continue }
                let key = key(of: item, in: collection)
                guard items[key]?.hasDocument != true,
                    let renamed = self.renamed(item, at: url, among: former, leavesOut: leavesOut)
                else { continue }
                items[key] = items.removeValue(forKey: renamed)
                ignored.move([(from: renamed, to: key)])
                changes.append(.handedOver(from: renamed, to: key))
            }
        }
        return changes
    }

    /// The items that have documents of their own from addresses at which a catalogue lists items without one.
    func relisted(in catalog: Catalog) -> Set<ItemKey> {
        guard items.values.contains(where: { $0.isStored && !$0.isShared }) else { return [] }
        var urls = Set<String>()
        for collection in catalog.collections {
            for item in collection.items where item.duplicateOf == nil {
                let key = key(of: item, in: collection)
                guard let url = item.url, items[key]?.hasDocument != true else { continue }
                urls.insert(url)
            }
        }
        guard !urls.isEmpty else { return [] }
        let relisted = items.filter { _, memory in
            memory.isStored && !memory.isShared && memory.ofDocument { urls.contains($0.listedURL) } == true
        }
        return Set(relisted.keys)
    }

    /// Those of `relisted` that a catalogue which is not recorded yet no longer lists.
    func relistedUnlisted(in catalog: Catalog) -> Set<ItemKey> {
        var relisted = relisted(in: catalog)
        for collection in catalog.collections where !relisted.isEmpty {
            // What is listed elsewhere is not read with it.
            if collection.further != nil { relisted = relisted.filter { $0.collection != collection.id } }
            for item in collection.items {
                relisted.remove(key(of: item, in: collection))
            }
        }
        return relisted
    }

    /// Has items give their documents to items of other catalogues, and those that are listed at the same addresses show them.
    ///
    /// - Parameters:
    ///   - takers: the items of other catalogues, by those that give them their documents.
    ///   - catalog: what is listed.
    mutating func showRelisted(givenTo takers: [ItemKey: ItemKey], in catalog: Catalog) {
        var given: [String: SharedDocument] = [:]
        for (key, taker) in takers {
            guard let former = items.removeValue(forKey: key), let document = former.document else {
                continue
            }
            given[document.listedURL] = SharedDocument(
                owner: taker, isOwnerListed: true, isMutual: true, document: document, news: former.news)
        }
        guard !given.isEmpty else { return }
        var shown: [ItemKey: SharedDocument] = [:]
        for collection in catalog.collections {
            for item in collection.items where item.duplicateOf == nil {
                let key = key(of: item, in: collection)
                guard let shared = item.url.flatMap({ given[$0] }), items[key]?.hasDocument != true,
                    item.allows(shared.document)
                else { continue }
                shown[key] = shared
            }
        }
        add(shown)
    }

    /// Which of some items at an item's address, which are not listed, it was; `nil` if that cannot be told.
    ///
    /// Where only the latest items are listed, what is not may have been left out long ago.
    private func renamed(
        _ item: Item, at url: String, among former: [ItemKey], leavesOut: Bool
    ) -> ItemKey? {
        let sharing = former.first { item.shares($0.item) && items[$0]?.document.map(item.allows) == true }
        if let sharing { return sharing }
        guard !leavesOut else { return nil }
        let isKnownByURL = Item.isIdentity(item.givenID, of: url)
        // What was told to be unlisted before was not listed until now.
        let others = former.filter {
            Item.isIdentity($0.item, of: url) != isKnownByURL && items[$0]?.isToldUnlisted == false
        }
        return others.count == 1 ? others.first : nil
    }

    /// The items that have documents and are not listed, by the URLs of these; not all of those that cannot be meant.
    private func unlistedDocuments(in catalog: Catalog) -> [Place: [ItemKey]] {
        guard !items.isEmpty else { return [:] }
        let identities = ListedIdentities(catalog)
        // Few can be meant: most of a large library need not be looked for in the catalogue.
        let meant = items.indices.filter { place in
            let memory = items.values[place]
            return identities.mayMean(items.keys[place].item, memory) && memory.isStored && !memory.isShared
        }
        var unlisted = Set(meant.map { items.keys[$0] })
        guard !unlisted.isEmpty else { return [:] }
        for collection in catalog.collections {
            for item in collection.items where item.duplicateOf == nil {
                unlisted.remove(key(of: item, in: collection))
            }
        }
        return Dictionary(grouping: unlisted.sorted { $0.item < $1.item }) { key in
            Place(collection: key.collection, url: items[key]?.ofDocument(\.listedURL) ?? "")
        }
    }
}

/// What kinds of identities the items of a catalogue have.
private struct ListedIdentities {
    /// Those that several have, or one has with a suffix.
    private var shared = Set<String>()
    /// Whether the catalogue gives some items with a URL an identity, and others none.
    private var (givesSome, lacksSome) = (false, false)

    init(_ catalog: Catalog) {
        for collection in catalog.collections {
            for item in collection.items { add(item) }
        }
    }

    private mutating func add(_ item: Item) {
        if item.id != item.givenID { shared.insert(item.givenID) }
        if let plain = item.plainID { shared.insert(plain) }
        guard !givesSome || !lacksSome, let url = item.url else { return }
        if Item.isIdentity(item.givenID, of: url) { lacksSome = true } else { givesSome = true }
    }

    /// Whether a remembered item may be a listed one that has another identity now.
    ///
    /// - Parameters:
    ///   - id: its identity.
    ///   - memory: what is remembered of it, which is looked at only where its identity does not tell.
    /// - Returns: `false` for nearly all items of a catalogue that goes on as it was.
    func mayMean(_ id: String, _ memory: ItemMemory) -> Bool {
        if id.contains(byte: UInt8(ascii: "#")) || !shared.isEmpty && shared.contains(id) { return true }
        if givesSome == lacksSome { return givesSome }
        let isKnownByURL =
            id.utf8.starts(with: "http".utf8)
            && memory.ofDocument { Item.isIdentity(id, of: $0.listedURL) } == true
        return isKnownByURL == givesSome
    }
}

extension Item {
    /// Whether a text is the identity of an item that is known by its URL, perhaps with a suffix, or by the one that it had
    /// without TLS, or with it.
    fileprivate static func isIdentity(_ id: String, of url: String) -> Bool {
        isWritten(id, of: url) || id.withOtherScheme.map { isWritten($0, of: url) } ?? false
    }

    private static func isWritten(_ id: String, of url: String) -> Bool {
        if id == url { return true }
        // Otherwise, too, the bytes say it in most cases.
        guard id.utf8.count >= url.utf8.count else { return false }
        let rest = id.utf8.dropFirst(url.utf8.count)
        if id.utf8.starts(with: url.utf8) { return rest.isEmpty || rest.first == UInt8(ascii: "#") }
        let known = Self.identity(of: url)
        return id == known || id.hasPrefix("\(known)#")
    }

    /// Whether it has an identity together with others, or had it, whatever their suffixes.
    fileprivate func shares(_ id: String) -> Bool {
        let plain = plainID
        return id == givenID || id == plain || id.hasPrefix("\(givenID)#")
            || plain.map { id.hasPrefix("\($0)#") } == true
    }

    /// The given identity without its suffix; `nil` if it has none.
    fileprivate var plainID: String? {
        let sign = UInt8(ascii: "#")
        guard givenID.contains(byte: sign), let mark = givenID.utf8.lastIndex(of: sign),
            mark > givenID.startIndex
        else { return nil }
        return String(givenID[..<mark])
    }

    /// Whether a document is what the catalogue promises.
    fileprivate func allows(_ document: StoredDocument) -> Bool {
        if let size, size != document.size { return false }
        guard let digest else { return true }
        return digest.algorithm == .sha256 && digest.hex == document.sha256
    }
}
