import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension Pipeline {
    /// Whether the planner asks after a stored document that nothing says anything of: one that leaves what is stored alone never
    /// learns of a later version.
    package var asksForStored: Bool {
        let item = Item(title: "stored", url: "https://catalogue.example/stored")
        let key = ItemKey(catalog: "https://catalogue.example/", collection: "stored", item: item.id)
        let document = StoredDocument(
            name: "stored", size: 1, sha256: String(repeating: "0", count: 64), mediaType: nil,
            validators: Validators(), url: "https://catalogue.example/stored",
            storedAt: Date(timeIntervalSince1970: 0))
        let memory = LibraryMemory(catalog: key.catalog, items: [key: ItemMemory(document: document)])
        return action(for: item, key, memory)?.transfers == true
    }
}
