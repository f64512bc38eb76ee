import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Previews of stored documents.
extension Desk {
    /// Previews a stored document, or an earlier version of it; `noteView(of:)` records that a person looks at it.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - number: the version's number; `nil` for the document.
    ///   - wish: how much of the document to show.
    /// - Returns: the preview; of the document a kept one if that has not changed.
    /// - Throws: `PreviewError`, `ConfigurationError`; `StoreError`, with `.notFound` if there is no such version.
    public func preview(
        _ key: ItemKey, version number: Int? = nil, _ wish: PreviewWish = PreviewWish()
    ) async throws -> PreviewStage.Result {
        if let number {
            return try await withCopy(of: key, version: number) { file, document in
                try await preview(file, of: document, wish)
            }
        }
        let document = try await located(key)
        if let kept = try? await keptPreview(of: document, wish) { return try kept.get() }
        return try await store.withFile(named: document.name) { file in
            try await preview(file, of: document, wish)
        }.get()
    }

    /// The kept preview of a document, made first if there is none, or the error that no preview can be made.
    ///
    /// It is `nil` for previews that are not kept: pictures, pages beyond the kept text, and parts of long texts without pages.
    private func keptPreview(
        of document: StoredDocument, _ wish: PreviewWish
    ) async throws -> Result<PreviewStage.Result, PreviewError>? {
        guard parts.index != nil, let stage = parts.previews else { return nil }
        let content = ContentName(document, try await store.entry(named: document.name)).text
        var preview = try await kept(content)?.preview
        if preview == nil {
            if document.mediaType?.essence.hasPrefix("image/") == true { return nil }
            let made = try await make(document, besideOthers: false)
            guard made.kept.preview != nil else {
                // What is too much as a whole may do in parts.
                let isTooMuch = made.failure?.code == .timedOut || made.failure?.code == .outOfMemory
                return isTooMuch && wish.pages != nil ? nil : made.failure.map { .failure($0) }
            }
            try await openIndex().keep(made.kept, of: content)
            preview = made.kept.preview
        }
        guard let preview, wish.picture == nil || !preview.mediaType.essence.hasPrefix("image/"),
            let maker = try stage.maker(of: preview.mediaType)
        else { return nil }
        if let pages = wish.pages, preview.isTruncated,
            preview.pageMarks.last.map({ $0.page <= pages.upperBound }) != false
        {
            return nil
        }
        // For more text than is kept, the document itself is read; and for less of what has no pages, as its end may be
        // shown, too.
        let (asked, most) = (wish.maxText ?? stage.maxText, parts.index?.settings.maxText ?? 0)
        if preview.isTruncated, asked > most || (asked < most && preview.pageMarks.isEmpty) { return nil }
        let part = wish.pages.map { preview.only(pages: $0) } ?? preview
        return .success(
            PreviewStage.Result(
                preview: part.cut(to: asked),
                previewer: String(maker.prefix { $0 != " " }),
                mediaType: preview.mediaType))
    }

    /// Names what an item's document holds now: otherwise as soon as somebody writes into its file, or it is repaired.
    ///
    /// - Returns: the name; `nil` if nothing is stored.
    package func contentName(of key: ItemKey) async throws(StoreError) -> String? {
        guard let recorded = try await library.document(of: key) else { return nil }
        let (document, entry) = try await locatedEntry(recorded, of: key)
        // A repaired file has the content that is recorded, as the damaged one seemed to: its time tells the two apart.
        let (size, time) = (entry?.size ?? 0, entry?.fileTime?.nanoseconds ?? 0)
        return "\(ContentName(document, nil).text) \(size) \(time)"
    }

    /// Draws a stored document, or an earlier version of it, as a PNG picture.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - number: the version's number; `nil` for the document.
    ///   - request: what the picture is to be.
    /// - Returns: the bytes of the file.
    /// - Throws: `PreviewError`, `ConfigurationError`; `StoreError`, with `.notFound` if there is no such version.
    public func thumbnail(
        of key: ItemKey, version number: Int? = nil, _ request: ThumbnailRequest
    ) async throws -> Data {
        try await withFile(of: key, version: number) { file, document in
            try await previewStage(for: file).thumbnail(
                of: file, name: document.name, declared: document.mediaType, request)
        }
    }

    /// Reads where the words of some pages of a stored document stand.
    ///
    /// - Parameters:
    ///   - pages: the pages, from 1.
    ///   - key: the item.
    /// - Returns: the pages that there are.
    /// - Throws: `PreviewError`, `StoreError`, `ConfigurationError`.
    public func words(ofPages pages: ClosedRange<Int>, of key: ItemKey) async throws -> [PageWords] {
        try await withFile(of: key) { file, document in
            try await previewStage(for: file).words(
                ofPages: pages, of: file, name: document.name, declared: document.mediaType)
        }
    }

    /// What looks into a file; an error where the profile has nothing look into any.
    private func previewStage(for file: URL) throws(PreviewError) -> PreviewStage {
        if let stage = parts.previews { return stage }
        throw PreviewError(
            .unsupported, file: file, reason: "the profile names no previewers",
            remedy: "Name them in the [preview] table")
    }

    /// Calls a function with the file of a stored document, or with one of its own that holds an earlier version.
    private func withFile<Value>(
        of key: ItemKey, version number: Int? = nil, _ use: (URL, StoredDocument) async throws -> Value
    ) async throws -> Value {
        if let number { return try await withCopy(of: key, version: number, use) }
        let document = try await located(key)
        return try await store.withFile(named: document.name) { file in try await use(file, document) }.get()
    }

    /// Calls a function with a file of its own that holds an earlier version.
    private func withCopy<Result>(
        of key: ItemKey, version number: Int, _ use: (URL, StoredDocument) async throws -> Result
    ) async throws -> Result {
        guard var document = try await library.document(of: key) else { throw StoreError.notStored(key.item) }
        let version = try await Self.version(number, of: document, key.item, store)
        document.mediaType = try await library.mediaType(of: version, before: document, of: key)
        return try await PrivateFolder.with { folder in
            let file = folder.appending(path: "version")
            try await store.versions?.copy(version, to: file)
            do {
                return try await use(file, document)
            } catch let error as PreviewError {
                // The copy is gone by the time somebody reads this.
                throw PreviewError(error, of: "\(document.name), version \(number)")
            }
        }
    }

    /// Previews the file of a document.
    private func preview(
        _ file: URL, of document: StoredDocument, _ wish: PreviewWish
    ) async throws -> PreviewStage.Result {
        try await previewStage(for: file).preview(
            file, name: document.name, declared: document.mediaType, wish)
    }
}
