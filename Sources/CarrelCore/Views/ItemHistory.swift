import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Everything that is known of one item: what was tried, what is stored, and what the next run will do.
public struct ItemHistory: Sendable {
    /// The recorded attempts, newest first.
    public var attempts: [Attempt]
    /// The stored document, if there is one.
    public var document: StoredDocument?
    /// Whether the stored document's file is missing.
    public var isMissing: Bool
    /// Whether somebody edited the stored document.
    public var isEdited: Bool
    /// Whether the document is recorded and waits for its name.
    public var isUnnamed: Bool
    /// The partial document that can be continued, if there is one.
    public var partial: PartialDocument?
    /// The newest document for it in the quarantine.
    public var quarantined: QuarantinedDocument?
    /// Its host's request to wait, with everything or with this item, while it holds.
    public var hold: HostHold?
    /// What the next run will do if the catalogue has not changed; `nil` if nothing: the item is not listed, and not stored
    /// either or the catalogue only lists its latest items.
    public var next: PlanEntry?

    /// Collects what is known.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - url: its URL.
    ///   - catalog: the recorded catalogue that lists it.
    ///   - limit: the most attempts.
    ///   - pipeline: the catalogue's pipeline.
    public init(
        of key: ItemKey, url: String?, in catalog: LocatedCatalog, limit: Int, _ pipeline: Pipeline
    ) async throws(PipelineError) {
        let memory = try await pipeline.runParts.memory(ofItems: [key], in: key.catalog)
        let item = memory.items[key] ?? ItemMemory()
        (document, isMissing, partial) = (item.document, item.isMissing, item.partial)
        (isEdited, isUnnamed) = (item.isEdited, item.isUnnamed)
        next = pipeline.planned(catalog.catalog.listing(only: key), memory).entries.first {
            $0.collection == key.collection && $0.item.id == key.item
        }
        do throws(StoreError) {
            attempts = try await pipeline.library.attempts(for: key, limit: limit)
            quarantined = try await pipeline.library.quarantinedDocuments().first { $0.key == key }
            let host = HostName.of(url ?? "")
            let now = pipeline.context.now()
            hold = try await pipeline.library.heldHosts(after: now)
                .first {
                    ($0.url ?? url) == url && $0.host == host
                        && $0.isHeeded(pipeline.downloads.queueLimits, at: now)
                }?.limited(from: now)
        } catch {
            throw PipelineError(error)
        }
    }
}

extension Catalog {
    /// The catalogue as if it listed nothing but this item, if it lists it.
    fileprivate func listing(only key: ItemKey) -> Catalog {
        var listing = self
        listing.sections = []
        for var collection in collections where collection.id == key.collection {
            collection.items.removeAll { $0.id != key.item }
            if !collection.items.isEmpty {
                listing.sections.append(CatalogSection(collections: [collection]))
            }
        }
        return listing
    }
}
