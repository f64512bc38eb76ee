import CarrelConfiguration
import CarrelStages
import Foundation
import Testing

/// Values that are tables, such as those of a mapping.
@Suite struct TableValueTests {
    private let files: ProfileFolder

    init() throws {
        files = try ProfileFolder()
        try files.write(
            "config/carrel/notes.toml",
            """
            [parse]
            use = "tables"
            [parse.items]
            at = "notes"
            title = { at = "name", match = "a" }
            url = "file"
            """)
    }

    /// A table, as its keys and texts.
    private struct Fields: SettingValue {
        static let kind = "table"
        let configText: String?

        init?(configValue: ConfigValue) {
            guard case .table(let table) = configValue else { return nil }
            configText = Self.text(of: table)
        }

        private static func text(of table: ConfigTable) -> String {
            table.entries.map { entry in
                if case .table(let inner) = entry.value { return "\(entry.key)(\(text(of: inner)))" }
                return "\(entry.key)=\(entry.value.text ?? "?")"
            }.joined(separator: " ")
        }
    }

    private static let items = Setting<Fields?>("items", help: "where items are")

    private static var registry: PluginRegistry {
        var registry = ProfileFolder.registry
        registry.parsers.register(
            Plugin<any Parser>("tables", summary: "s", settings: [Self.items]) { _, _ throws(PluginError) in
                throw PluginError(setting: "use", reason: "it is for settings alone")
            })
        return registry
    }

    private func fields(_ configuration: Configuration) -> String? {
        configuration[.parse].settings[Self.items]?.configText
    }

    @Test(arguments: [
        ("title", "at=notes title=other url=file"),
        ("title.at", "at=notes title(at=other match=a) url=file"),
        ("details.Room", "at=notes title(at=name match=a) url=file details(Room=other)"),
    ])
    func `a command sets one key of a table, and leaves the others`(key: String, expected: String) throws {
        let (name, value) = ("parse.items.\(key)", "other")
        let once = try files.load(profile: "notes", set: [(name, value)], registry: Self.registry)
        #expect(fields(once) == expected)
        let catalog = KnownCatalog(
            location: "http://x/list", name: "x", profile: "notes", settings: ["\(name)=\(value)"],
            addedAt: .distantPast)
        let loader = files.loader(registry: Self.registry)
        let kept = try loader.profile(of: catalog, in: files.folder).configuration()
        #expect(fields(kept) == expected)
    }

    @Test func `what a command sets counts before what a library keeps of another one`() throws {
        let catalog = KnownCatalog(
            location: "http://x/list", name: "x", profile: "notes",
            settings: ["parse.items.title=kept", "parse.items.url=kept"], addedAt: .distantPast)
        let profile = try files.loader(registry: Self.registry).profile(of: catalog, in: files.folder)
        let assignment = ConfigAssignment(
            key: "parse.items.url", value: "now", option: "--set parse.items.url")
        let configuration = try profile.configuration([assignment])
        #expect(fields(configuration) == "at=notes title=kept url=now")
    }

    @Test func `the table of a profile takes the place of that of the profile that it extends`() throws {
        try files.write(
            "config/carrel/rows.toml",
            "extends = \"notes\"\n[parse.items]\nat = \"rows\"\nurl = \"href\"\n")
        let configuration = try files.load(profile: "rows", registry: Self.registry)
        #expect(fields(configuration) == "at=rows url=href")
    }
}
