import CarrelModel
import CarrelStages

/// What the committer needs to know of documents that are adopted.
final class AdoptedDocuments: NamedDocuments {
    let memory: LibraryMemory
    private let items: [ItemKey: Item]
    let names: DocumentNames

    init(_ adoptions: [Adoption], memory: LibraryMemory, names: DocumentNames) {
        (self.memory, self.names) = (memory, names)
        items = Dictionary(adoptions.map { ($0.wanted.key, $0.wanted.item) }) { first, _ in first }
    }

    /// The name that an item's document has, or was given.
    func name(of wanted: WantedItem) -> String {
        names.given(
            wanted.key, recorded: recorded(wanted.key).document?.name, title: wanted.item.title)
    }

    func discarded(_ key: ItemKey) -> DiscardedDocument? { nil }

    func name(of job: TransferJob, _ response: Receipt.Response) -> String {
        guard let item = items[job.key] else { return job.name }
        return names.name(
            of: item, key: job.key, recorded: recorded(job.key).document?.name,
            findings: DocumentNames.Findings(beginning: response.representation.beginning))
    }
}
