import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Keeps the index up to date.
extension Desk {
    /// Brings the index up to date with the library: adds new documents, and removes those that are gone.
    ///
    /// If it is interrupted, what was done is kept. A document without a preview is found by its title. A
    /// damaged index is made again. Overlapping calls wait for each other, so that nothing is looked into twice.
    ///
    /// - Parameters:
    ///   - extent: how much of the library is compared with the index.
    ///   - progress: gets the progress, from any task.
    /// - Returns: the final progress.
    /// - Throws: `StoreError`, `PipelineError`, `ConfigurationError`; `CancellationError`.
    @discardableResult
    public func updateIndex(
        _ extent: IndexExtent = .changes, _ progress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
    ) async throws -> IndexProgress {
        try await inTurn {
            do {
                return try await bringUpToDate(openIndex(), extent, progress)
            } catch let error as StoreError where error.code == .database {
                return try await bringUpToDate(openIndex(replacing: true), .changes, progress)
            }
        }
    }

    /// Looks into some documents again, whatever the index has of them.
    ///
    /// - Throws: `StoreError`, `ConfigurationError`; `CancellationError`.
    func lookAgain(into wanted: [IndexPlan.Wanted]) async throws {
        try await inTurn { try await look(into: wanted, openIndex()) { _, _ in } }
    }

    /// Updates the index when nobody else does.
    private func inTurn<Value>(_ update: () async throws -> Value) async throws -> Value {
        guard await index.turn.take() else { throw CancellationError() }
        defer { index.turn.free() }
        return try await update()
    }

    /// Asks the index; a damaged one is made again first.
    ///
    /// - Parameter ask: asks it, twice if it turns out to be damaged.
    /// - Throws: `StoreError`, `PipelineError`, `ConfigurationError`; `CancellationError`.
    func askingIndex<Answer>(_ ask: (any DocumentIndex) async throws -> Answer) async throws -> Answer {
        var opening = index.openings
        do {
            let opened = try await openIndex()
            opening = index.openings
            return try await ask(opened)
        } catch let error as StoreError where error.code == .database {
            try await remakeIndex(since: opening)
            return try await ask(openIndex())
        }
    }

    /// Makes a damaged index again, unless somebody has done so since it was opened.
    private func remakeIndex(since opening: Int) async throws {
        try await inTurn {
            guard opening == index.openings else { return }
            _ = try await bringUpToDate(openIndex(replacing: true), .changes) { _ in }
        }
    }

    private func bringUpToDate(
        _ index: any DocumentIndex, _ extent: IndexExtent,
        _ progress: @escaping @Sendable (IndexProgress) -> Void
    ) async throws -> IndexProgress {
        if extent == .rebuild { try await index.clear() }
        let position = try await index.position()
        let changes = try await library.changes(since: position)
        // A library of before there were numbers of changes has none, and documents all the same.
        let isCurrent = position == changes.number && position > 0
        guard !isCurrent || extent != .changes else { return IndexProgress() }
        let plan = try await plan(index, since: extent == .changes ? position : 0, changes)
        var state = IndexProgress(compared: plan.compared, total: plan.wanted.count)
        progress(state)
        try await look(into: plan.wanted, index) { recorded, failures in
            state.done += recorded
            state.note(failures)
            progress(state)
        }
        if !plan.removed.isEmpty || position != changes.number {
            try await index.update([], removing: plan.removed, position: changes.number)
        }
        return state
    }

    /// The number of documents that can be searched.
    ///
    /// A damaged index is made again.
    ///
    /// - Throws: `StoreError`, `PipelineError`, `ConfigurationError`; `CancellationError`.
    public func indexedCount() async throws -> Int {
        try await askingIndex { try await $0.count() }
    }

    /// The number of documents that can be searched only in part, because they have more text than is indexed.
    ///
    /// - Throws: `StoreError`.
    public func countIndexedInPart() async throws -> Int { try await openIndex().countInPart() }

    /// The index of the library, opened at its first use.
    ///
    /// - Parameter replacing: whether to remove it first, because it is damaged.
    /// - Throws: `StoreError`, with `.notFound` if there is none.
    func openIndex(replacing: Bool = false) async throws(StoreError) -> any DocumentIndex {
        if let opened = index.opened, !replacing { return opened }
        guard let parts = parts.index else {
            throw StoreError(.notFound, subject: "the index", reason: "this library keeps none")
        }
        let before = generation
        let opened = try await parts.open(replacing)
        index.openings += 1
        // What was opened before the desk took other parts may be kept in another way.
        if before == generation { index.opened = opened }
        return opened
    }

    /// Who makes previews of an indexed type now, as the index says it.
    func maker(ofType type: String) -> String { (try? maker(of: MediaType(type))) ?? "none" }

    /// The limit of text, as a part of a maker's name: with another limit, kept previews are made again.
    private var makerSuffix: String { " \(parts.index?.settings.maxText ?? 0)" }

    /// Looks into documents, as many at once as there are processors, and records them in groups meanwhile.
    private func look(
        into wanted: [IndexPlan.Wanted], _ index: any DocumentIndex,
        _ recorded: (_ count: Int, _ failures: [IndexProgress.Failure]) -> Void
    ) async throws {
        enum Step: Sendable {
            case seen([LookingQueue.Seen])
            case recorded(count: Int, failures: [IndexProgress.Failure])
        }
        guard !wanted.isEmpty else { return }
        // One that cannot be written says so before anything is looked into.
        try await index.update([], removing: [], position: nil)
        var queue = LookingQueue(wanted, width: Processors.count)
        // Asked at once: while a group is recorded, nobody else is answered.
        let kept = try await index.makers(ofKept: wanted.map(\.item.content))
        try await withThrowingTaskGroup(of: Step.self) { tasks in
            while true {
                try Task.checkCancellation()
                while let row = queue.nextRow() {
                    tasks.addTask {
                        var seen: [LookingQueue.Seen] = []
                        for wanted in row {
                            seen.append(try await self.seen(wanted, kept[wanted.item.content]))
                        }
                        return .seen(seen)
                    }
                }
                if let group = queue.nextGroup() {
                    tasks.addTask {
                        try await index.update(
                            group.map { ($0.item, $0.preview) }, removing: [], position: nil)
                        return .recorded(count: group.count, failures: group.compactMap(\.failure))
                    }
                }
                switch try await tasks.next() {
                case .seen(let seen): queue.add(seen)
                case .recorded(let count, let failures):
                    queue.noteRecorded()
                    recorded(count, failures)
                case nil: return
                }
            }
        }
    }

    private func seen(_ wanted: IndexPlan.Wanted, _ kept: KeptMaker?) async throws -> LookingQueue.Seen {
        var seen = LookingQueue.Seen(item: wanted.item)
        if let kept, let type = kept.mediaType, kept.maker == maker(ofType: type) {
            (seen.item.maker, seen.item.mediaType) = (kept.maker, type)
            return seen
        }
        let made = try await make(wanted.document, besideOthers: true)
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
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - isBesideOthers: whether others are looked into at the same time, as many as there are processors.
    /// - Returns: the preview, or its failure.
    /// - Throws: `StoreError`, `ConfigurationError`; `PreviewError` if it was cancelled.
    func make(_ document: StoredDocument, besideOthers isBesideOthers: Bool) async throws -> Made {
        guard let stage = parts.previews else { return Made(kept: KeptPreview(maker: "none", preview: nil)) }
        var wish = PreviewWish(maxText: parts.index?.settings.maxText)
        wish.isBesideOthers = isBesideOthers
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
        } catch let error as StoreError where error.concernsOne {
            return Made(kept: KeptPreview(maker: "", preview: nil, failure: error.reason))
        }
    }

    /// The current maker of previews of a type, as kept previews name it.
    private func maker(of type: MediaType?) throws -> String {
        guard let type, let maker = try parts.previews?.maker(of: type) else { return "none" }
        return maker + makerSuffix
    }
}
