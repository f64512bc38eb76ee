import CarrelModel
import CarrelStages

/// What a run knows of the documents of one assignment.
protocol AssignedDocuments: AnyObject, Sendable {
    /// The lease of the shared queue that the jobs belong to; `nil` for jobs of this process alone.
    var lease: HostLease.Number? { get }

    /// Whether their names were given with all others of the library in view; otherwise the names of new documents are
    /// looked up before they are recorded.
    var areNamesKnown: Bool { get }

    /// The recorded document of an item, and whether its file is missing.
    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool)

    /// The SHA-256 of the version that was last looked at, if no document is recorded.
    func read(_ key: ItemKey) -> String?

    /// What somebody discarded for an item; `nil` if the item was requested by name.
    func discarded(_ key: ItemKey) -> DiscardedDocument?

    /// The stored document with the same content of an item that is no longer listed, which a new item takes over, and
    /// that item.
    func formerDocument(
        of job: TransferJob, holding sha256: String
    ) async -> (key: ItemKey, document: StoredDocument)?

    /// The listed URL of a job, if other catalogues may be fetching it, too.
    func sharedURL(of job: TransferJob) -> String?

    /// The name for a document that was fetched.
    func name(of job: TransferJob, _ response: Receipt.Response) -> String

    /// Another name for an item, because an unknown file has the name that it wants.
    func alternative(to name: String, key: ItemKey, attempt: Int) -> String

    /// Other names that an item's document may have, likeliest first.
    ///
    /// If several documents want one name, the order in which they came decides which gets it.
    func former(_ name: String, key: ItemKey) -> [String]

    /// Gives an item a name in place of another, unless another item has it; says whether it did.
    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool
}

extension AssignedDocuments {
    /// None: the jobs are this process's.
    var lease: HostLease.Number? { nil }

    /// None: nothing is known of other items.
    func formerDocument(
        of job: TransferJob, holding sha256: String
    ) async -> (key: ItemKey, document: StoredDocument)? { nil }

    /// None: nothing is known of other catalogues.
    func sharedURL(of job: TransferJob) -> String? { nil }
}

/// Documents that were named beforehand, by what is remembered of their items.
protocol NamedDocuments: AssignedDocuments {
    var memory: LibraryMemory { get }
    var names: DocumentNames { get }
}

extension NamedDocuments {
    var areNamesKnown: Bool { names.areAllKnown }

    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool) {
        guard !memory.items.isEmpty, let item = memory.items[key] else { return (nil, false) }
        return (item.document, item.isMissing)
    }

    func read(_ key: ItemKey) -> String? { memory.items.isEmpty ? nil : memory.items[key]?.readSHA256 }

    func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        names.alternative(to: name, key: key, attempt: attempt)
    }

    func former(_ name: String, key: ItemKey) -> [String] { names.former(name, key: key) }

    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool {
        names.claim(name, instead: other, for: key)
    }
}
