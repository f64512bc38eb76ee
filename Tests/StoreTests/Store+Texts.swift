import CarrelModel
import CarrelStages
import Testing

extension Store {
    /// Stages a text as a whole document.
    func stage(_ text: String) async throws -> StagedDocument {
        let key = ItemKey(catalog: "c", collection: "C", item: "a")
        let staged = await stage([DocumentContent(key: key, bytes: Array(text.utf8))])
        return try #require(staged.first).get()
    }
}
