import Foundation

extension Desk {
    /// Brings the library up to date with a catalogue.
    ///
    /// - Parameters:
    ///   - location: one of the catalogues that the profile lists; `nil` for that of the profile.
    ///   - retriesFailed: whether only items are taken whose last try failed.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`; `StoreError` where the library cannot be written to.
    public func sync(_ location: String? = nil, retriesFailed: Bool = false) async throws -> RunSummary {
        try await writing(location) { try await $0.bringUpToDate(retriesFailed: retriesFailed) }
    }

    /// Downloads items that a person asks for, before what a sync has listed; stored ones only if they changed.
    ///
    /// - Parameters:
    ///   - items: the items. One that is on its way already is not fetched twice.
    ///   - reader: who asks; a change of the selection cancels what it asked for.
    /// - Returns: what it came to, when everything is there, failed or cancelled.
    /// - Throws: `PipelineError`; `StoreError` where the library cannot be written to.
    public func request(_ items: [ItemKey], for reader: Reader) async throws -> RunSummary {
        var summary = RunSummary()
        for (location, keys) in Dictionary(grouping: items, by: \.catalog).sorted(by: { $0.key < $1.key }) {
            let part = try await writing(location) { pipeline in
                guard let catalog = try await pipeline.recordedCatalog(location) else { return RunSummary() }
                return try await pipeline.get(
                    keys, of: LocatedCatalog(location: location, catalog: catalog), for: reader)
            }
            summary = summary + part
        }
        return summary
    }

    /// Looks into a stored document.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - picture: the size of a picture, where one can be shown.
    /// - Returns: the preview; that it was looked at is remembered.
    /// - Throws: `PreviewError`, `StoreError`, `ConfigurationError`.
    public func preview(_ key: ItemKey, picture: PictureSize? = nil) async throws -> PreviewStage.Result {
        guard let document = try await library.document(of: key) else {
            throw StoreError(
                .notFound, subject: key.item, reason: "it is not stored",
                remedy: "Fetch it first: carrel get")
        }
        let file = try await store.file(named: document.name)
        let result = try await preview(
            file, name: document.name, declared: document.mediaType, picture: picture)
        // A library that cannot be written to can still be looked at.
        try? await library.recordView(of: key, at: parts.pipeline.context.now())
        return result
    }

    /// Looks into any file.
    public func preview(
        _ file: URL, name: String, declared: MediaType? = nil, picture: PictureSize? = nil
    ) async throws -> PreviewStage.Result {
        guard let previews = parts.previews else {
            throw PreviewError(
                .unsupported, file: file, reason: "the profile names no previewers",
                remedy: "Name them in the [preview] table")
        }
        return try await previews.preview(file, name: name, declared: declared, picture: picture)
    }

    /// What the library has, with what is on its way just now.
    public func snapshot() async throws(PipelineError) -> DeskSnapshot {
        let number: Int64
        do {
            number = try await library.changes(since: .max).number
        } catch {
            throw .library(error)
        }
        let view = try await LibraryView(pipeline(for: nil))
        return DeskSnapshot(view: view, number: number, live: live.statuses, underWay: await runs.underWay)
    }

    /// What has changed since a change of that number, by any process: what a listener missed, for example.
    public func changes(since number: Int64) async throws(StoreError) -> LedgerChanges {
        try await library.changes(since: number)
    }
}

/// A library at one instant: what is recorded, and what is on its way.
public struct DeskSnapshot: Sendable {
    /// What is recorded.
    public let view: LibraryView
    /// The number of the last change that it shows.
    public let number: Int64
    let live: [ItemKey: ItemStatus]
    let underWay: Set<ItemKey>

    /// The items of a collection with their status just now.
    public func rows(of collection: LibraryView.CollectionRow) -> [LibraryView.Row] {
        view.rows(of: collection).map { row in
            var row = row
            row.status = status(of: row.key) ?? row.status
            return row
        }
    }

    /// The status of an item that is on its way; `nil` for any other.
    public func status(of key: ItemKey) -> ItemStatus? {
        live[key] ?? (underWay.contains(key) ? .downloading(fraction: nil) : nil)
    }
}
