import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What rows say of catalogues.
extension RecordRow {
    /// What the last reading of a catalogue returned: its validators, fingerprint and time, whether it is public, its
    /// location, name and parser.
    package var reading: CatalogReading {
        CatalogReading(
            location: text(5) ?? "", name: text(6),
            validators: Validators(entityTag: text(0), lastModified: text(1)), fingerprint: text(2) ?? "",
            date: date(3), isPublic: flag(4), parser: text(7))
    }

    /// The same of a collection's further catalogue, and whether that lists only what came last.
    package var furtherReading: CatalogReading {
        var reading = self.reading
        reading.listsLatestOnly = flag(8)
        return reading
    }

    /// A catalogue without its sections: its title and schedule, whether it lists only what came last, and its interval.
    ///
    /// - Parameter first: the first of these columns.
    package func catalog(from first: Int32) -> Catalog {
        var catalog = Catalog(
            title: text(first), sections: [], schedule: RecordText.schedule(text(first + 1)))
        catalog.listsLatestOnly = flag(first + 2)
        catalog.interval = integer(first + 3).map { .seconds($0) }
        return catalog
    }

    /// A collection without its items: behind its row's number its title, details, subtitle and further catalogue, and
    /// whether that lists only what came last.
    package func collection(id: String) -> ItemCollection {
        var collection = ItemCollection(
            id: id, title: text(1) ?? "", subtitle: text(3), details: RecordText.details(text(2)),
            further: text(4).map(FurtherCatalog.init(url:)))
        collection.listsLatestOnly = flag(5)
        return collection
    }

    /// A listed item: behind its place its identity, title, URL, size, what it repeats, digest, its collection's row,
    /// subtitle, details, mirrors and pieces.
    @inlinable package var listedItem: Item {
        let ident = text(1) ?? ""
        // Mostly the same text, which is kept once then.
        let url = equals(3, ident) ? ident : text(3)
        var item = Item(
            recorded: ident, title: text(2) ?? "", subtitle: text(8),
            details: text(9).map(RecordText.details) ?? [], url: url, size: integer(4), duplicateOf: text(5))
        RecordText.add(digest: text(6), mirrors: text(10), pieces: text(11), to: &item)
        return item
    }

    /// Whether a recorded item is the same as a listed one: behind three other columns its identity, title, URL, size,
    /// what it repeats, digest, subtitle, details, mirrors and pieces.
    @inlinable package func holds(_ item: Item) -> Bool {
        equals(3, item.id) && equals(4, item.title) && equals(5, item.url) && integer(6) == item.size
            && equals(7, item.duplicateOf) && equals(8, item.digestText) && equals(9, item.subtitle)
            && equals(10, RecordText.optionalText(item.details))
            && equals(11, RecordText.mirrors(of: item)) && equals(12, item.pieces?.text)
    }

    /// A known catalogue, in a row of `RecordQuery.known`.
    package var knownCatalog: KnownCatalog {
        KnownCatalog(
            location: text(0) ?? "", name: text(1) ?? "", profile: text(2),
            settings: KnownCatalog.settings(inLines: text(3) ?? ""), addedAt: date(4))
    }

    /// The last visit of a catalogue, in a row of `RecordQuery.visits`.
    package var visit: CatalogVisit {
        CatalogVisit(
            location: text(0) ?? "", date: date(1), notBefore: integer(2) == nil ? nil : date(2),
            // Whatever somebody wrote there, one more can be counted.
            failures: Int(min(integer(3) ?? 0, 1 << 32)))
    }
}
