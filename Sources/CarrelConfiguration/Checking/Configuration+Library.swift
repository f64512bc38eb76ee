import CarrelStages
import Foundation

extension Configuration {
    /// The configuration of a catalogue that a library knows, with the records, the queue and the store of the library.
    ///
    /// The profile of the catalogue may name others: it may be from before the library was copied to where it is.
    ///
    /// - Parameters:
    ///   - library: the configuration of the library.
    ///   - catalog: the catalogue.
    ///   - folder: the library's folder.
    public func kept(
        as library: Configuration, _ catalog: KnownCatalog, in folder: URL
    ) -> Configuration {
        var result = self
        result.plugins[.library] = library[.library]
        result.plugins[.queue] = library[.queue]
        // What holds for every store, such as how documents are named, is the catalogue's; and what it sets itself of how
        // they are kept. Where they are is the library's alone.
        let label = catalog.label(in: folder)
        let own = self[.store].values.filter { value in
            Self.ofAllStores.contains(value.key)
                || value.origin.fileName == label && Self.waysOfKeeping.contains(value.key)
        }
        let names = Set(own.map(\.key))
        var store = library[.store]
        // What the catalogue leaves unset has its default, whatever the library's is.
        store.settings = store.settings.without(names).merging(self[.store].settings.only(names))
        store.values = store.values.filter { !names.contains($0.key) } + own
        result.plugins[.store] = store
        return result
    }

    /// Whether it leads to the same library as another one: to the same documents, records and queue, however they are
    /// named and kept.
    ///
    /// - Returns: whether it does; `false` where they say the same with other words.
    public func isOfSameLibrary(as other: Configuration) -> Bool {
        [PluginKind.store, .library, .queue].allSatisfy { kind in
            self[kind].use == other[kind].use
                && (kind == .queue || Self.places(self[kind]) == Self.places(other[kind]))
        }
    }

    /// What says where the documents or the records are.
    private static func places(_ plugin: PluginConfiguration) -> [String: String?] {
        let places = plugin.values.filter {
            !ofAllStores.contains($0.key) && !waysOfKeeping.contains($0.key)
        }
        return Dictionary(places.map { ($0.key, $0.text) }, uniquingKeysWith: { $1 })
    }

    private static let ofAllStores = Set(StageSettings.settings(of: .store).map(\.name))
    private static let waysOfKeeping: Set<String> = ["versions", "durable"]
}
