import Foundation

/// Makes staged documents durable, records them and gives them their names, in groups.
///
/// While one group is flushed the next one gathers, so that a slow disk makes groups larger instead of every
/// document slower. The order is that of the guarantees: flush the bytes, record with pending publications,
/// publish the names, settle.
actor Committer {
    /// A document that waits for its group.
    struct Staged: Sendable {
        var event: ItemEvent
        var document: StoredDocument
        var staged: StagedDocument
        var replaces: StoredDocument?
        var attempt: Attempt
    }

    private let store: any Store
    private let library: any Library
    private let onStored: @Sendable (Staged) -> Void
    private let onFailed: @Sendable (Staged, String) -> Void
    private let alternativeName: @Sendable (_ name: String, ItemKey, _ attempt: Int) async -> String
    private let signal = Signal()
    private var documents: [Staged] = []
    private var changes: [LibraryChange] = []
    private var isFinishing = false
    /// Why nothing more can be committed.
    private(set) var failure: StoreError?

    init(
        store: any Store, library: any Library, onStored: @escaping @Sendable (Staged) -> Void,
        onFailed: @escaping @Sendable (Staged, String) -> Void,
        alternativeName: @escaping @Sendable (_ name: String, ItemKey, _ attempt: Int) async -> String
    ) {
        self.store = store
        self.library = library
        self.onStored = onStored
        self.onFailed = onFailed
        self.alternativeName = alternativeName
    }

    /// Adds a staged document to the next group.
    func add(_ document: Staged) {
        documents.append(document)
        signal.set()
    }

    /// Adds changes that wait for nothing to the next group.
    func add(_ changes: [LibraryChange]) {
        self.changes += changes
        signal.set()
    }

    /// Lets `run` end when everything added before is committed.
    func finish() {
        isFinishing = true
        signal.set()
    }

    /// Commits groups until `finish`.
    ///
    /// Cancellation does not end it: what is staged is committed.
    ///
    /// - Parameter onFailure: called once, when the library can take no more.
    func run(onFailure: @Sendable () -> Void) async {
        while true {
            let group = documents
            let changes = changes
            documents = []
            self.changes = []
            if group.isEmpty && changes.isEmpty {
                if isFinishing { return }
                await signal.wait()
                continue
            }
            guard failure == nil else { continue }
            do {
                try await commit(group, changes: changes)
            } catch {
                failure = error
                onFailure()
            }
        }
    }

    private func commit(_ group: [Staged], changes: [LibraryChange]) async throws(StoreError) {
        try await store.flush(group.map(\.staged))
        var publications: [(staged: Staged, publication: Publication)] = []
        for staged in group {
            let named = try await named(staged)
            publications.append((named, Self.publication(of: named)))
        }
        try await library.commit(
            publications.flatMap { pair in
                [
                    .stored(
                        pair.staged.event.key, title: pair.staged.event.title, pair.staged.document,
                        pair.publication),
                    .attempt(pair.staged.attempt, updateAvailable: false),
                ]
            } + changes)
        let refused = Set(try await store.publish(publications.map(\.publication)))
        try await library.settle(publications.map(\.publication))
        for (staged, publication) in publications {
            if refused.contains(publication) {
                let reason = "something else took the name \(publication.name)"
                try await library.commit([.lost(staged.event.key, reason: reason)])
                onFailed(staged, reason)
            } else {
                onStored(staged)
            }
        }
    }

    /// Moves a new document to another name where something that Carrel does not know holds its name.
    private func named(_ staged: Staged) async throws(StoreError) -> Staged {
        var named = staged
        for attempt in 0..<1000 {
            if try await isFree(named) { return named }
            named.document.name = await alternativeName(staged.document.name, staged.event.key, attempt)
        }
        return named
    }

    private func isFree(_ staged: Staged) async throws(StoreError) -> Bool {
        let name = staged.document.name
        if staged.replaces?.name == name { return true }
        guard try await store.holds(name: name) else { return true }
        // The same content, as after the loss of the database, is taken for the document.
        guard try await store.entry(named: name)?.size == staged.document.size else { return false }
        return try await store.digest(ofDocumentNamed: name) == staged.staged.digest
    }

    private static func publication(of staged: Staged) -> Publication {
        Publication(
            document: staged.staged, name: staged.document.name,
            replaces: staged.replaces.map { ContentDigest(size: $0.size, sha256: $0.sha256) })
    }
}
