import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Keeps the index up to date.
extension Desk {
    /// How many documents are indexed in one transaction.
    private static let groupSize = 64

    /// Brings the index up to date with the library: adds new documents, and removes those that are gone.
    ///
    /// If it is interrupted, what was done is kept. A document without a preview is found by its title. A
    /// damaged index is made again.
    ///
    /// - Parameters:
    ///   - rebuilds: whether to index everything again.
    ///   - progress: gets the progress, from any task.
    /// - Returns: the final progress.
    /// - Throws: `StoreError`, `PipelineError`, `ConfigurationError`; `CancellationError`.
    @discardableResult
    public func updateIndex(
        rebuilds: Bool = false, _ progress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
    ) async throws -> IndexProgress {
        do {
            return try await bringUpToDate(openIndex(), rebuilds, progress)
        } catch let error as StoreError where error.code == .database {
            return try await bringUpToDate(openIndex(replacing: true), false, progress)
        }
    }

    private func bringUpToDate(
        _ index: any DocumentIndex, _ rebuilds: Bool, _ progress: @escaping @Sendable (IndexProgress) -> Void
    ) async throws -> IndexProgress {
        if rebuilds { try await index.clear() }
        let number = try await library.changes(since: .max).number
        guard try await index.position() != number || rebuilds else {
            return IndexProgress(indexed: try await index.count())
        }
        let plan = try await plan(index)
        var state = IndexProgress(total: plan.wanted.count, indexed: plan.count)
        progress(state)
        try await look(into: plan.wanted) { group in
            try await index.update(group.map { ($0.item, $0.preview) }, removing: [], position: nil)
            state.done += group.count
            state.failed += group.count { $0.preview?.preview == nil && $0.preview != nil }
            progress(state)
        }
        try await index.update([], removing: plan.removed, position: number)
        return state
    }

    /// The index of the library, opened at its first use.
    ///
    /// - Parameter replacing: whether to remove it first, because it is damaged.
    /// - Returns: the index.
    /// - Throws: `StoreError`, with `.notFound` if there is none.
    func openIndex(replacing: Bool = false) async throws(StoreError) -> any DocumentIndex {
        if let index = openedIndex, !replacing { return index }
        guard let parts = parts.index else {
            throw StoreError(.notFound, subject: "the index", reason: "this library keeps none")
        }
        let index = try await parts.open(replacing: replacing)
        openedIndex = index
        return index
    }

    private func plan(_ index: any DocumentIndex) async throws -> IndexPlan {
        let view = try await view()
        let edited = view.allRows.filter(\.isEdited).compactMap { IndexPlan.document(of: $0)?.name }
        let entries = try await store.entries(of: edited)
        let stage = parts.previews
        let suffix = makerSuffix
        return IndexPlan(view, entries, try await index.entries()) { type in
            MediaType(type).flatMap { try? stage?.maker(of: $0) }.map { $0 + suffix }
        }
    }

    /// The limit of text, as a part of a maker's name: with another limit, kept previews are made again.
    private var makerSuffix: String { " \(parts.index?.settings.maxText ?? 0)" }

    /// A document with its preview.
    private struct Seen: Sendable {
        var item: IndexedItem
        /// The preview to keep; `nil` if it is kept already.
        var preview: KeptPreview?
    }

    /// Makes previews of documents, as many at once as there are processors.
    private func look(
        into wanted: [IndexPlan.Wanted], _ record: ([Seen]) async throws -> Void
    ) async throws {
        let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
        var rest = wanted[...]
        var group: [Seen] = []
        try await withThrowingTaskGroup(of: Seen.self) { tasks in
            for next in rest.prefix(width) { tasks.addTask { try await self.seen(next) } }
            rest = rest.dropFirst(width)
            while let seen = try await tasks.next() {
                try Task.checkCancellation()
                if let next = rest.popFirst() { tasks.addTask { try await self.seen(next) } }
                group.append(seen)
                guard group.count >= Self.groupSize else { continue }
                try await record(group)
                group = []
            }
        }
        if !group.isEmpty { try await record(group) }
    }

    private func seen(_ wanted: IndexPlan.Wanted) async throws -> Seen {
        var seen = Seen(item: wanted.item)
        if let kept = try await kept(wanted.item.content) {
            (seen.item.maker, seen.item.mediaType) = (
                kept.maker, kept.preview?.mediaType.essence ?? seen.item.mediaType
            )
            return seen
        }
        let made = try await make(wanted.document)
        (seen.item.maker, seen.preview) = (made.kept.maker, made.kept)
        if let type = made.mediaType { seen.item.mediaType = type.essence }
        return seen
    }

    // MARK: Previews that are kept

    /// The kept preview of some content, if the same previewer would make it now.
    func kept(_ content: String) async throws -> KeptPreview? {
        guard let kept = try await openIndex().preview(of: content), let type = kept.preview?.mediaType,
            let maker = try parts.previews?.maker(of: type), kept.maker == maker + makerSuffix
        else { return nil }
        return kept
    }

    /// A preview that was made to be kept, or its failure.
    struct Made {
        /// What is to be kept: the preview, or why there is none.
        var kept: KeptPreview
        /// What the document is, if that was found out.
        var mediaType: MediaType?
        /// Why there is no preview.
        var failure: PreviewError?
    }

    /// Makes a preview to keep.
    func make(_ document: StoredDocument) async throws -> Made {
        guard let stage = parts.previews else { return Made(kept: KeptPreview(maker: "none", preview: nil)) }
        let wish = PreviewWish(maxText: parts.index?.settings.maxText)
        var found: MediaType?
        do {
            let preview = try await store.withFile(named: document.name) { file in
                let type = try await stage.mediaType(
                    of: file, name: document.name, declared: document.mediaType)
                found = type
                return try await stage.preview(file, type, wish).preview
            }.get()
            return Made(kept: KeptPreview(maker: try maker(of: found), preview: preview), mediaType: found)
        } catch let error as PreviewError where error.code != .cancelled {
            // These errors may pass, so it is tried again next time.
            let passes = [.toolMissing, .unreadable, .timedOut].contains(error.code)
            return Made(
                kept: KeptPreview(
                    maker: passes ? "" : try maker(of: found), preview: nil, failure: error.reason),
                mediaType: found, failure: error)
        } catch let error as StoreError where error.code == .notFound {
            return Made(kept: KeptPreview(maker: "", preview: nil, failure: error.reason))
        }
    }

    /// The current maker of previews of a type, as kept previews name it.
    private func maker(of type: MediaType?) throws -> String {
        guard let type, let maker = try parts.previews?.maker(of: type) else { return "none" }
        return maker + makerSuffix
    }
}
