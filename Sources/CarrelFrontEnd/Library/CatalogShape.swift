import CarrelCore
import CarrelModel
import CarrelStages

/// Which application a catalogue has beside its lists, told by what it holds and not by its name or its parser.
package enum CatalogShape: Sendable, Hashable {
    /// A timetable: a catalogue with a schedule.
    case timetable
    /// A chart: a collection whose first item has a rank.
    case chart(collection: String)
    /// Places: collections under headings, whose items are read from a catalogue of their own.
    case places

    /// The shapes of a catalogue, in the order of its collections.
    package static func of(_ catalog: Catalog) -> [CatalogShape] {
        if catalog.schedule != nil { return [.timetable] }
        let isSectioned = catalog.sections.contains { section in
            section.title != nil && section.collections.contains { $0.further != nil }
        }
        if isSectioned { return [.places] }
        return catalog.collections.filter { $0.items.first?.rank != nil }.map { .chart(collection: $0.id) }
    }
}

extension LibrarySnapshot {
    /// Whether there is a timetable.
    package var hasTimetable: Bool { view.catalogs.contains { $0.catalog.schedule != nil } }
}
