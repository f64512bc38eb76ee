import CarrelBasics
import CarrelModel
import CarrelStages

/// Compares what is remembered of documents with what the store holds now.
extension RunParts {
    /// What the library remembers of a catalogue, completed with what the store holds now.
    ///
    /// A document that somebody renamed has its new name here, although that is not recorded yet.
    func memory(of location: String) async throws(PipelineError) -> LibraryMemory {
        var memory = try await look(at: location).memory
        memory.settleShared()
        return memory
    }

    /// What the library remembers of some items of a catalogue, and whether their documents are still there.
    func recordedMemory(
        ofItems keys: [ItemKey], in catalog: String
    ) async throws(PipelineError) -> LibraryMemory {
        try await asPipelineError { () async throws(StoreError) in
            var memory = LibraryMemory(catalog: catalog)
            memory.items = try await library.memory(ofItems: keys)
            var differences = FileDifferences()
            try await differences.add(memory.files, in: store)
            for file in differences.missing { memory.items[file.key]?.isMissing = true }
            return memory
        }
    }

    /// What the library remembers of a catalogue, completed with what the store holds now, and the differences.
    func look(at location: String) async throws(PipelineError) -> MemoryLook {
        try await asPipelineError { () async throws(StoreError) in
            let (found, shared) = try await catalogs.reading { () async throws(StoreError) in
                (try await recorded(at: location), try await library.sharedDocuments(of: location))
            }
            var (memory, differences) = found
            let partials = try await store.partials?.partialDocuments() ?? [:]
            for (key, partial) in partials where key.catalog == location {
                memory.items[key, default: ItemMemory()].partial = partial
            }
            memory.add(shared)
            try await differences.lookAgain(in: store) { shared[$0] == nil }
            try await differences.add(shared.keys.compactMap { memory.items[$0]?.file(of: $0) }, in: store)
            var rest = Self.comparedBytes
            let times = try await mark(differences, in: &memory, reading: &rest)
            let isMissing = !differences.missing.isEmpty
            var strays: StrayFiles?
            var moves =
                isMissing || differences.touched.count > 1
                ? try await findMoved(&memory, among: &strays) : []
            let others = try await exchanged(with: memory)
            if !others.isEmpty { moves += try await findMoved(&memory, with: others, among: &strays) }
            return MemoryLook(memory: memory, moves: moves, times: times, hasMissing: isMissing)
        }
    }

    /// What the library remembers of a catalogue, and how the files of its documents differ, which are looked at
    /// meanwhile.
    private func recorded(
        at location: String
    ) async throws(StoreError) -> (memory: LibraryMemory, differences: FileDifferences) {
        let (files, told) = AsyncStream.makeStream(of: [DocumentFile].self)
        async let looking = look(files)
        let memory: LibraryMemory
        do throws(StoreError) {
            memory = try await library.memory(of: location) { told.yield($0) }
        } catch {
            told.finish()
            throw error
        }
        told.finish()
        return (memory, try await looking.get())
    }

    private func look(_ files: AsyncStream<[DocumentFile]>) async -> Result<FileDifferences, StoreError> {
        await Result(of: { () async throws(StoreError) in
            var differences = FileDifferences()
            for await files in files { try await differences.add(files, in: store) }
            return differences
        })
    }

    /// The most bytes to read again to find edits, so that a list does not read a whole library that was copied without
    /// file times.
    static let comparedBytes: Int64 = 64 << 20

    /// Looks at the files of all documents, and marks missing and edited ones; the rest is as for `mark`.
    func compare(
        _ memory: inout LibraryMemory, reading rest: inout Int64
    ) async throws(StoreError) -> [ItemKey: FileTime] {
        var differences = FileDifferences()
        try await differences.add(memory.files, in: store)
        return try await mark(differences, in: &memory, reading: &rest)
    }

    /// Marks documents that are missing, edited, or wait for their names.
    ///
    /// - Parameters:
    ///   - differences: what was found of their files.
    ///   - memory: what is remembered.
    ///   - rest: the most bytes to read again, less what was read.
    /// - Returns: the new times of files whose content is still the recorded one.
    private func mark(
        _ differences: FileDifferences, in memory: inout LibraryMemory, reading rest: inout Int64
    ) async throws(StoreError) -> [ItemKey: FileTime] {
        let unnamed = try await unnamed(differences, in: memory)
        for file in differences.missing {
            memory.items[file.key]?.isMissing = true
            memory.items[file.key]?.isUnnamed = unnamed.contains(file.name)
        }
        var times: [ItemKey: FileTime] = [:]
        for (key, entry) in differences.touched {
            guard let document = memory.items[key]?.document else { continue }
            // Also an empty file, which is damage: it is not what was stored.
            var isOther = entry.size != document.size
            if !isOther {
                rest -= entry.size
                // A file that cannot be read is left to verification.
                guard rest >= 0, let isEdited = try? await store.isEdited(document, entry) else { continue }
                isOther = isEdited
            }
            let isUnnamed = isOther && unnamed.contains(document.name)
            memory.items[key]?.isUnnamed = isUnnamed
            memory.items[key]?.isEdited = isOther && !isUnnamed
            if !isOther, memory.items[key]?.owner == nil { times[key] = entry.fileTime }
        }
        return times
    }

    /// The names of differing documents that these have not got for certain; nobody is asked where all is as recorded.
    private func unnamed(
        _ differences: FileDifferences, in memory: LibraryMemory
    ) async throws(StoreError) -> Set<String> {
        let touched = differences.touched.compactMap { memory.items[$0.key]?.ofDocument(\.name) }
        let names = differences.missing.map(\.name) + touched
        return names.isEmpty ? [] : try await library.pendingNames(among: names)
    }

    /// Finds documents that somebody renamed, and takes their new names into the memory.
    ///
    /// - Parameters:
    ///   - memory: what is remembered, with which documents are missing or edited.
    ///   - others: documents of other catalogues, which may have changed places with these.
    ///   - strays: the files that no record names, once they were looked for; loses those that are found.
    /// - Returns: the moves; of several items that show one document, that of one.
    /// - Throws: `StoreError` if the store cannot be listed.
    func findMoved(
        _ memory: inout LibraryMemory, with others: DifferingDocuments = DifferingDocuments(),
        among strays: inout StrayFiles?
    ) async throws(StoreError) -> [DocumentMove] {
        let shown = memory.shownByOwner
        let missing = memory.items.filter { key, item in
            item.isMissing && (item.owner.map { shown[$0]?.first == key } ?? true)
        }
        let edited = memory.items.filter { $0.value.isEdited && $0.value.owner == nil }
        let isAnyMissing = !missing.isEmpty || !others.missing.isEmpty
        guard isAnyMissing || edited.count + others.touched.count > 1 else { return [] }
        let moves = try await MovedDocuments(store: store, library: library).among(
            Self.sought(missing) + Self.sought(others.missing.filter { shown[$0.key] == nil }),
            exchanging: Self.sought(edited) + Self.sought(others.touched), from: &strays)
        for move in moves {
            let owner = memory.items[move.key]?.owner ?? move.key
            for key in shown[owner] ?? [move.key] {
                memory.items[key]?.document?.name = move.name
                memory.items[key]?.isMissing = false
                memory.items[key]?.isEdited = false
                memory.items[key]?.isUnnamed = false
            }
        }
        return moves
    }

    /// Those of the missing documents that are there under other names, and those of the edited ones that have changed
    /// places with others.
    func movedDocuments(
        among missing: [ItemKey: ItemMemory], exchanging edited: [ItemKey: ItemMemory] = [:]
    ) async throws(StoreError) -> [DocumentMove] {
        var strays: StrayFiles?
        return try await MovedDocuments(store: store, library: library)
            .among(Self.sought(missing), exchanging: Self.sought(edited), from: &strays)
    }

    private static func sought(_ items: [ItemKey: ItemMemory]) -> [MovedDocuments.Sought] {
        items.compactMap { key, memory in
            memory.document.map {
                MovedDocuments.Sought(key: key, title: memory.title ?? key.item, document: $0)
            }
        }.sorted { $0.document.name < $1.document.name }
    }
}
