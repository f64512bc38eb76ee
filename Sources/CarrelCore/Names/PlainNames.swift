import CarrelModel
import Foundation

/// The names that a profile gives the documents of a catalogue, before collisions are resolved.
struct PlainNames: Sendable {
    /// The profile's template.
    let template: NameTemplate
    /// Whether Windows and macOS must be able to hold the names, too.
    var isPortable = true
    /// The catalogue's name.
    var catalog = ""
    /// When the documents are stored.
    var date = Date(timeIntervalSince1970: 0)

    /// Whether names contain the items' places, for which the catalogue is needed.
    var useNumbers: Bool { template.uses(.number) }

    /// The name that an item wants.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - collection: the collection's identity.
    ///   - number: its place there, from 1.
    ///   - basename: a value for `{basename}` that replaces the one from the item.
    ///   - stored: when the document was stored; `nil` for `date`.
    /// - Returns: a safe name.
    func name(
        of item: Item, collection: String, number: Int?, basename: String? = nil, date stored: Date? = nil
    ) -> String {
        let facts = NameFacts(
            catalog: catalog, collection: collection, number: number, date: stored ?? date)
        return DocumentName.make(template, item: item, facts, basename: basename, isPortable: isPortable)
    }
}
