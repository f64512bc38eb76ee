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
    /// - Returns: the configuration.
    public func kept(
        as library: Configuration, _ catalog: KnownCatalog, in folder: URL
    ) -> Configuration {
        var result = self
        result.plugins[.library] = library[.library]
        result.plugins[.queue] = library[.queue]
        // What holds for every store, such as how documents are named, is the catalogue's; and what it sets itself of how
        // they are kept. Where they are is the library's alone.
        let general = Self.ofAllStores
        let label = catalog.label(in: folder)
        let own = self[.store].values.filter { value in
            general.contains(value.key)
                || value.origin.isFile(named: label) && Self.waysOfKeeping.contains(value.key)
        }
        let names = Set(own.map(\.key))
        var store = library[.store]
        // What the catalogue leaves unset has its default, whatever the library's is.
        store.settings = store.settings.without(names).merging(self[.store].settings.only(names))
        store.values = store.values.filter { !names.contains($0.key) } + own
        result.plugins[.store] = store
        return result
    }
}

extension Configuration {
    private static let ofAllStores = Set(StageSettings.settings(of: .store).map(\.name))
    private static let waysOfKeeping: Set<String> = ["versions", "durable"]
}

extension ConfigOrigin {
    /// Whether it is in a file of that name.
    fileprivate func isFile(named name: String) -> Bool {
        guard case .file(name, _, _) = self else { return false }
        return true
    }
}
