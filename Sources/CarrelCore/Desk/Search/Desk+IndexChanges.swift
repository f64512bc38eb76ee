import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Finding out what an index lacks.
extension Desk {
    /// What has to be done for the index to be that of the library.
    ///
    /// The change feed says which items to look at. Catalogues whose listing changed are compared as a whole, for a
    /// title may depend on the items beside it; so is everything if the feed cannot tell what changed.
    ///
    /// - Parameters:
    ///   - index: the index.
    ///   - position: the last change that it has taken in; 0 to compare everything.
    ///   - changes: what changed since.
    /// - Throws: `StoreError`, `PipelineError`, `ConfigurationError`.
    func plan(
        _ index: any DocumentIndex, since position: Int64, _ changes: LedgerChanges
    ) async throws -> IndexPlan {
        var plan = IndexPlan()
        guard position > 0, position <= changes.number,
            let known = try await knownCatalogs(of: try await index.kinds(), changes)
        else {
            try await compare(nil, try await index.entries(), &plan)
            return plan
        }
        var (whole, collections) = (known.changed, [CollectionKey: Labels]())
        for group in changes.items.groups(of: Self.entryGroup) {
            whole.formUnion(
                try await compare(group, besides: whole, known.names, &collections, index, &plan))
        }
        plan.leaveOut(whole)
        guard !whole.isEmpty else { return plan }
        var entries: [ItemKey: IndexedItem] = [:]
        for location in whole {
            entries.merge(try await index.entries(ofCatalog: location)) { first, _ in first }
        }
        try await compare(whole, entries, &plan)
        return plan
    }

    /// Compares whole catalogues; all of them with `nil`.
    private func compare(
        _ locations: Set<String>?, _ indexed: [ItemKey: IndexedItem], _ plan: inout IndexPlan
    ) async throws {
        let view = try await LibraryView(try await pipeline(), only: locations)
        let documents = view.allRows.compactMap(IndexPlan.document(of:))
        plan.compare(view, try await changedContents(of: documents), indexed, maker: maker(ofType:))
    }

    /// The names of the indexed catalogues, and those to compare as a whole.
    ///
    /// - Returns: both; `nil` if the index holds a catalogue that is not in the library, or if previews are made by
    ///   others now.
    /// - Throws: `StoreError`.
    private func knownCatalogs(
        of kinds: Set<IndexedKind>, _ changes: LedgerChanges
    ) async throws -> (names: [String: String], changed: Set<String>)? {
        let library = try await library
        let pipeline = try await pipeline()
        let locations = Set(try await library.locations())
        var names: [String: String] = [:]
        var changed = Set(changes.catalogs)
        for kind in kinds {
            guard locations.contains(kind.location) else { return nil }
            // What could not be looked into for a reason that passes is tried again.
            if kind.maker.isEmpty { changed.insert(kind.location) }
            guard kind.maker.isEmpty || kind.maker == maker(ofType: kind.mediaType) else { return nil }
            if names[kind.location] == nil {
                let reading = try await library.reading(of: kind.location)
                let name = pipeline.name(recorded: reading?.name, at: kind.location)
                if let name, name != kind.catalog { changed.insert(kind.location) }
            }
            names[kind.location] = kind.catalog
        }
        return (names, changed.intersection(locations))
    }

    /// The title of a collection, and what its items are called.
    private typealias Labels = (title: String, labels: [String: String])

    /// How many items or files are asked for at once.
    private static let entryGroup = 4096

    /// Names the contents that are no longer the recorded ones, as the index does, by the names of their documents.
    private func changedContents(of documents: [StoredDocument]) async throws -> [String: String] {
        var changed: [String: String] = [:]
        for group in documents.groups(of: Self.entryGroup) {
            let entries = try await store.entries(of: group.map(\.name))
            for document in group {
                guard let entry = entries[FileName(document.name)] else { continue }
                let content = try await content(of: document, entry)
                if content != ContentName(document, nil).text { changed[document.name] = content }
            }
        }
        return changed
    }

    /// Names the content of a document as it is now, as the index does.
    ///
    /// In a copy of a library perhaps only the time of a file is another; then the content is the recorded one.
    func content(of document: StoredDocument, _ entry: StoreEntry) async throws -> String {
        guard entry.isTouched(since: document), entry.size == document.size else {
            return ContentName(document, entry).text
        }
        do throws(StoreError) {
            let isRecorded = try await store.digest(ofDocumentNamed: document.name) == document.digest
            return ContentName(document, isRecorded ? nil : entry).text
        } catch {
            if error.code == .cancelled { throw error }
            // Whoever makes its preview finds out why it cannot be read.
            return ContentName(document, entry).text
        }
    }

    /// Compares the items that changed.
    ///
    /// - Parameters:
    ///   - keys: the items.
    ///   - others: catalogues whose items are compared elsewhere.
    ///   - names: the names of the indexed catalogues.
    ///   - collections: what is known of collections; gets what is read of others.
    ///   - index: the index.
    ///   - plan: gets what is to be done.
    /// - Returns: the catalogues to compare as a whole, for a document is not where it was recorded, or not what was recorded, or
    ///   nothing of its catalogue is indexed yet.
    /// - Throws: `StoreError`.
    private func compare(
        _ keys: ArraySlice<ItemKey>, besides others: Set<String>, _ names: [String: String],
        _ collections: inout [CollectionKey: Labels], _ index: any DocumentIndex, _ plan: inout IndexPlan
    ) async throws -> Set<String> {
        let library = try await library
        let keys = keys.filter { !others.contains($0.catalog) }
        let indexed = try await index.entries(of: keys)
        let documents = try await library.memory(ofItems: keys).compactMapValues(\.document)
        let entries = try await store.entries(of: documents.values.map(\.name))
        var unsure: Set<String> = []
        for key in keys where !unsure.contains(key.catalog) {
            let old = indexed[key]
            guard let document = documents[key] else {
                plan.compared += 1
                if old != nil { plan.removed.append(key) }
                continue
            }
            guard let entry = entries[FileName(document.name)], let name = names[key.catalog] else {
                unsure.insert(key.catalog)
                continue
            }
            let content = try await content(of: document, entry)
            // Somebody may have exchanged its file for another one.
            guard content == old?.content || content == ContentName(document, nil).text else {
                unsure.insert(key.catalog)
                continue
            }
            if var new = old {
                (new.content, new.maker) = (content, maker(ofType: new.mediaType))
                plan.compare(new, old, document)
                continue
            }
            let place = CollectionKey(of: key)
            if collections[place] == nil {
                collections[place] = try await library.collection(place).map {
                    (title: $0.title, labels: $0.labels)
                }
            }
            guard let collection = collections[place], let label = collection.labels[key.item] else {
                unsure.insert(key.catalog)
                continue
            }
            let new = IndexedItem(
                key: key, content: content, title: label, collection: collection.title, catalog: name,
                mediaType: document.mediaType?.essence ?? "", maker: "none")
            plan.compare(new, nil, document)
        }
        return unsure
    }
}

extension IndexPlan {
    /// Leaves out what belongs to catalogues that are compared as a whole.
    fileprivate mutating func leaveOut(_ locations: Set<String>) {
        wanted.removeAll { locations.contains($0.item.key.catalog) }
        removed.removeAll { locations.contains($0.catalog) }
    }
}

extension ItemCollection {
    /// What lists call its items, by identity: titles with what is shown beside them.
    fileprivate var labels: [String: String] {
        let distinctions = distinctions
        let labels = items.map { ($0.duplicateOf ?? $0.id, $0.label(distinctions[$0.id])) }
        return Dictionary(labels) { first, _ in first }
    }
}
