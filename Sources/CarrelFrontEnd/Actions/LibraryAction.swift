import CarrelModel
import CarrelStages

/// What a person does to a library with a front end.
package enum LibraryAction: Sendable, Equatable {
    /// Fetches an item.
    case get(ItemKey)
    /// No longer fetches an item.
    case cancel(ItemKey)
    /// Brings a catalogue up to date; all for `nil`.
    case sync(String?)
    /// Notes that somebody looks at the document of an item.
    case note(ItemKey)
    /// Marks an item as looked at, or as new.
    case mark(ItemKey, isRead: Bool)
    /// Marks everything that is new as looked at, in a catalogue or in all.
    case markAll(String?, isRead: Bool)
    /// Marks everything that is new in a collection as looked at.
    case markCollection(CollectionKey)
    /// Takes back that items were marked as looked at.
    case markNew([ItemKey])
    /// Ignores an item, or no longer.
    case ignore(ItemKey, Bool)
    /// Takes what was set aside as the document: the file of this name in the quarantine; without one, the only one.
    case accept(ItemKey, file: String?)
    /// Removes what was set aside, named in the same way.
    case discard(ItemKey, file: String?)
    /// Chooses a module of a timetable, or leaves it out.
    case choose(CollectionKey, Bool)
    /// Reads the catalogue that lists a collection's items, again if it was read before.
    case open(CollectionKey)
    /// Adds a catalogue; without a name it gets one made of its address.
    case add(String, name: String?)
    /// Removes a catalogue, with the files of its documents or without.
    case remove(String, withFiles: Bool)
}
