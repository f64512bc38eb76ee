import CarrelModel
import CarrelStages

/// What the committer needs to know of documents that are adopted.
final class AdoptedDocuments: AssignedDocuments {
    private let memory: LibraryMemory
    private let items: [ItemKey: Item]
    private let names: DocumentNames

    init(_ adoptions: [Adoption], memory: LibraryMemory, names: DocumentNames) {
        (self.memory, self.names) = (memory, names)
        items = Dictionary(adoptions.map { ($0.wanted.key, $0.wanted.item) }) { first, _ in first }
    }

    var areNamesKnown: Bool { names.areAllKnown }

    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool) {
        (memory.items[key]?.document, memory.items[key]?.isMissing ?? false)
    }

    /// The name that an item's document has, or was given.
    func name(of wanted: WantedItem) -> String {
        names.given(
            wanted.key, recorded: recorded(wanted.key).document?.name, title: wanted.item.title)
    }

    func read(_ key: ItemKey) -> String? { memory.items[key]?.readSHA256 }

    func discarded(_ key: ItemKey) -> DiscardedDocument? { nil }

    func name(of job: TransferJob, _ response: Receipt.Response) -> String {
        guard let item = items[job.key] else { return job.name }
        return names.name(
            of: item, key: job.key, recorded: recorded(job.key).document?.name,
            findings: DocumentNames.Findings(beginning: response.representation.beginning))
    }

    func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        names.alternative(to: name, key: key, attempt: attempt)
    }

    func former(_ name: String, key: ItemKey) -> [String] { names.former(name, key: key) }

    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool {
        names.claim(name, instead: other, for: key)
    }
}
