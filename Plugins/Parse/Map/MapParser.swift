import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// Parses any JSON, XML, HTML or CSV: the profile says where everything is.
public struct MapParser: MappingParser {
    private let mapping: Mapping?
    private let settings: Settings

    /// - Parameter settings: the mapping; without `items` there is none, and nothing can be parsed.
    /// - Throws: `PluginError` with everything that is wrong in the mapping, each with its place.
    public init(_ settings: Settings) throws(PluginError) {
        self.settings = settings
        guard let items = settings[Self.itemsSetting] else {
            mapping = nil
            return
        }
        guard let format = settings[Self.formatSetting] else {
            throw PluginError(setting: "format", reason: "a mapping needs \(MapFormat.kind)")
        }
        let reader = MappingReader(format: format)
        var mapping = Mapping(format: format)
        mapping.items = reader.items(items.table, Self.itemsSetting.name)
        if let table = settings[Self.collectionsSetting]?.table {
            mapping.collections = reader.collections(table)
        }
        if let table = settings[Self.furtherSetting]?.table {
            mapping.further = reader.items(table, Self.furtherSetting.name)
        }
        if let table = settings[Self.pagesSetting]?.table { mapping.pages = reader.pages(table) }
        if let text = settings[Self.titleSetting] { mapping.title = reader.field(text, named: "title") }
        if let text = settings[Self.errorSetting] { mapping.failure = reader.field(text, named: "error") }
        try reader.faults.check()
        mapping.base = settings[Self.baseSetting].flatMap { try? RequestTarget.check($0) }
        mapping.separator = settings[Self.separatorSetting]?.utf8.first
        for (prefix, address) in settings[Self.namespacesSetting]?.names ?? [:] {
            mapping.namespaces[address] = prefix
        }
        self.mapping = mapping
    }

    static let formatSetting = Setting<MapFormat?>(
        "format", help: "The format of the documents that a mapping reads")
    static let titleSetting = Setting<String?>(
        "title", help: "The expression that gives the catalogue's title")
    static let errorSetting = Setting<String?>(
        "error", help: "The expression that gives what a service says in place of a list")
    static let baseSetting = Setting<String?>(
        "base", constraint: .ifSet(.webAddress),
        help: "What addresses are resolved against, instead of the document's own address")
    static let separatorSetting = Setting<String?>(
        "separator",
        constraint: SettingConstraint("one character of ASCII") { text in
            text.map { $0.utf8.count == 1 && $0 != "\"" } ?? true
        }, help: "The character between the cells of a table, instead of the one that fits best")
    static let namespacesSetting = Setting<NamespaceTable?>(
        "namespaces", help: "The prefixes that expressions use for namespaces of XML")
    static let collectionsSetting = Setting<MappingTable?>(
        "collections", help: "Where collections are, and what gives their fields")
    static let itemsSetting = Setting<MappingTable?>(
        "items", help: "Where items are, and what gives their fields")
    static let furtherSetting = Setting<MappingTable?>(
        "further", help: "Where items are in the documents that collections.further leads to")
    static let pagesSetting = Setting<MappingTable?>(
        "pages", help: "What leads to the next page of a catalogue")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "map", summary: "Reads any JSON, XML, HTML or CSV, by a mapping in the profile",
        settings: [
            formatSetting, titleSetting, collectionsSetting, itemsSetting, furtherSetting, pagesSetting,
            baseSetting, separatorSetting, namespacesSetting, errorSetting,
        ], features: [.followsMapping]
    ) { settings, _ throws(PluginError) in try MapParser(settings) }

    /// Certain if every name in the mapping's places is in the document.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let mapping, let document = documents.catalog else { return .no }
        return MapRecognition(mapping).recognition(of: document)
    }

    /// Parses the document.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        try trace(documents, isTrial: false).catalog
    }

    /// Parses the document and counts what each field matched, also where that is nothing.
    public func trace(_ documents: [CatalogDocument]) throws(ParseError) -> MappingTrace {
        try trace(documents, isTrial: true)
    }

    private func trace(_ documents: [CatalogDocument], isTrial: Bool) throws(ParseError) -> MappingTrace {
        let document = try documents.requiredCatalog()
        guard let mapping else {
            throw ParseError(
                location: document.location, reason: "the profile has no mapping for it",
                remedy: "Let one be proposed: carrel map suggest \(document.placeToRead)")
        }
        var reader = try MapReader(mapping, document, settings, isTrial: isTrial)
        if let trace = try reader.read() { return trace }
        var repaired = document
        repaired.data = StrayAmpersands.escaped(document.data)
        reader = try MapReader(mapping, repaired, settings, isRepaired: true, isTrial: isTrial)
        guard let trace = try reader.read() else {
            throw ParseError(location: document.location, reason: "the document cannot be repaired")
        }
        return trace
    }

    /// Proposes a mapping from the document's shape.
    public func suggestion(for document: CatalogDocument, at location: String) throws(ParseError) -> String {
        try MappingSuggestion(document).toml(at: location)
    }
}
