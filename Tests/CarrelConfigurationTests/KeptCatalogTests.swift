import CarrelConfiguration
import CarrelStages
import Foundation
import Testing

/// Catalogues of a library that is kept where a profile of the command says.
@Suite struct KeptCatalogTests {
    private let files: ProfileFolder
    private static let bucket = Setting<String?>("bucket", help: "where")
    private static let list = Setting<String?>("list", power: ProfilePower.reading, help: "a file")
    private static let versions = Setting<Int>("versions", default: 5, help: "how many")

    init() throws { files = try ProfileFolder() }

    private var registry: PluginRegistry {
        var registry = ProfileFolder.registry
        registry.stores.register(
            Plugin<any Store>("shelf", summary: "s", settings: [Self.bucket, Self.versions, Self.list]) {
                _, _ throws(PluginError) in
                throw PluginError(setting: "use", reason: "it is for settings alone")
            })
        return registry
    }

    private func kept(_ catalog: KnownCatalog, in library: String) throws -> Configuration {
        try files.write("library.toml", "[store]\nuse = \"shelf\"\n" + library)
        let loader = files.loader(registry: registry)
        let own = try loader.profile(of: catalog, in: files.folder).configuration()
        let command = try files.load(
            config: files.folder.appending(path: "library.toml").path, registry: registry)
        return own.kept(as: command, catalog, in: files.folder)
    }

    @Test func `where documents are kept is the library's, whatever the catalogue set when it was added`()
        throws
    {
        let catalog = KnownCatalog(
            location: "http://x/list", name: "x",
            settings: ["store.use=shelf", "store.bucket=old", "store.versions=9"], addedAt: .distantPast)
        let store = try kept(catalog, in: "bucket = \"new\"\nversions = 2\n")[.store]
        #expect(store.settings[Self.bucket] == "new")
        #expect(store.settings[Self.versions] == 9)
        #expect(store.values.filter { $0.key == "bucket" }.map(\.text) == ["\"new\""])
    }

    @Test func `a setting of another plug-in that a catalogue was added with does nothing`() throws {
        try files.write("config/carrel/base.toml", "[source]\nuse = \"fixed\"\n")
        let catalog = KnownCatalog(
            location: "http://x/list", name: "x", profile: "base", settings: ["source.flavour=sour"],
            addedAt: .distantPast)
        let profile = try files.loader().profile(of: catalog, in: files.folder)
        #expect(try profile.configuration()[.source].use == "fixed")
    }

    @Test func `a relative path needs trust unless it leads into the library from where Carrel is called`()
        throws
    {
        let catalog = KnownCatalog(
            location: "http://x/list", name: "x", settings: ["store.use=shelf", "store.list=notes.txt"],
            addedAt: .distantPast)
        let loader = files.loader(registry: registry)
        let library = files.folder.appending(path: "library")
        #expect(try loader.trustQuestion(of: catalog, in: library).grants.map(\.key) == ["store.list"])
        #expect(try loader.trustQuestion(of: catalog, in: files.folder).grants.isEmpty)
        let all = try loader.trustQuestion(of: catalog, in: files.folder, countsAllFiles: true)
        #expect(all.grants.map(\.key) == ["store.list"])
    }

    @Test func `how documents are named is the catalogue's, also where it says nothing`() throws {
        let catalog = KnownCatalog(location: "http://x/list", name: "x", addedAt: .distantPast)
        let store = try kept(catalog, in: "content-disposition = true\n")[.store]
        #expect(!store.settings[StageSettings.contentDisposition])
        #expect(store.values.filter { $0.key == "content-disposition" }.map(\.text) == ["false"])
    }
}
