import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// The library's timetables as front ends show them: the meetings of the chosen modules.
///
/// All modules are chosen until the user leaves some out.
public struct TimetableView: Sendable {
    /// One catalogue that is a timetable.
    public struct Part: Sendable {
        /// The catalogue's location.
        public var location: String
        /// Its name, from the profile or the records, if it has one.
        public var name: String?
        /// The listing, with its schedule.
        public var catalog: Catalog
        /// Its name, or else its location.
        public var heading: String { (name ?? location).singleLine }
        /// The identities of the collections that are left out.
        public var unchosen: Set<String>

        public init(
            location: String, name: String? = nil, catalog: Catalog, unchosen: Set<String> = []
        ) {
            (self.location, self.name) = (location, name)
            (self.catalog, self.unchosen) = (catalog, unchosen)
        }
    }

    /// One meeting, with its module and room.
    public struct Row: Sendable, Hashable {
        /// The meeting, as the catalogue gives it.
        public var meeting: Schedule.Meeting
        /// The title of the module.
        public var title: String
        /// What is known of the room; `nil` if the catalogue does not describe it.
        public var place: Schedule.Place?
    }

    /// One module and whether it is chosen.
    public struct Module: Sendable, Hashable {
        /// The module's key.
        public var key: CollectionKey
        /// Its title.
        public var title: String
        /// Whether its meetings are shown.
        public var isChosen: Bool
    }

    /// The catalogues that are timetables, in the order of the library.
    public var parts: [Part]

    /// Makes a view of the catalogues that have a schedule.
    public init(_ parts: [Part]) { self.parts = parts.filter { $0.catalog.schedule != nil } }

    /// The meetings of the chosen modules on a day, by time, then in the order of the catalogues.
    public func rows(on day: Weekday) -> [Row] {
        let rows = parts.flatMap { part in
            let titles = Dictionary(part.catalog.collections.map { ($0.id, $0.title) }) { first, _ in first }
            let schedule = part.catalog.schedule ?? Schedule(meetings: [])
            return schedule.meetings.filter { $0.day == day && !part.unchosen.contains($0.collection) }.map {
                Row(
                    meeting: $0, title: titles[$0.collection] ?? $0.collection,
                    place: $0.place.flatMap { schedule.places[$0] })
            }
        }
        return rows.enumerated().sorted { left, right in
            (left.element.meeting.time, left.offset) < (right.element.meeting.time, right.offset)
        }.map(\.element)
    }

    /// Every module, in the order of the catalogues.
    public var modules: [Module] {
        parts.flatMap { part in
            part.catalog.collections.map { collection in
                Module(
                    key: CollectionKey(catalog: part.location, collection: collection.id),
                    title: collection.title, isChosen: !part.unchosen.contains(collection.id))
            }
        }
    }

    /// Chooses modules, or leaves them out.
    public mutating func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) {
        for key in keys {
            guard let index = parts.firstIndex(where: { $0.location == key.catalog }) else { continue }
            if isChosen {
                parts[index].unchosen.remove(key.collection)
            } else {
                parts[index].unchosen.insert(key.collection)
            }
        }
    }

    /// The keys of all modules, including those that were left out and are not listed now.
    public var allKeys: [CollectionKey] {
        parts.flatMap { part in
            Set(part.catalog.collections.map(\.id)).union(part.unchosen).sorted().map {
                CollectionKey(catalog: part.location, collection: $0)
            }
        }
    }

    /// Whether there are modules, but all are left out.
    public var hasNothingChosen: Bool {
        let modules = modules
        return !modules.isEmpty && !modules.contains(where: \.isChosen)
    }
}

extension TimetableView {
    /// Reads the choices for the timetables of a library.
    ///
    /// - Parameters:
    ///   - view: the library.
    ///   - library: holds the choices.
    public init(_ view: LibraryView, _ library: any Library) async throws(StoreError) {
        var parts: [Part] = []
        for catalog in view.catalogs where catalog.catalog.schedule != nil {
            parts.append(
                Part(
                    location: catalog.location, name: catalog.name, catalog: catalog.catalog,
                    unchosen: try await library.unchosenCollections(of: catalog.location)))
        }
        self.init(parts)
    }
}

extension Weekday {
    /// The day of a date in a time zone.
    public init?(_ date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.init(gregorianWeekday: calendar.component(.weekday, from: date))
    }
}

extension LibraryView {
    /// Leaves out what is not a timetable.
    ///
    /// A timetable that moved is another catalogue; the hours of the former one are not shown with those of the current one.
    ///
    /// - Parameter named: the locations that the profile names.
    /// - Returns: the timetables that the profile names, or else all.
    public func timetables(named: Set<String>) -> LibraryView {
        let timetables = catalogs.filter { $0.catalog.schedule != nil }
        let own = timetables.filter { named.contains($0.location) }
        return LibraryView(own.isEmpty ? timetables : own)
    }
}
