import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages
import Foundation

/// Parses a course's catalogue of modules, each with its notes, written as JSON.
///
/// The root is an array of modules or an object that holds them by code. A module's notes are an array of
/// dictionaries `{title: URL}`, one such dictionary, or an array of objects with a field for title and URL
/// each. A note whose URL is null or empty is listed as not available yet.
public struct ModuleNotesParser: Parser {
    let fields: NoteFields
    private let settings: Settings

    /// Makes a parser; without settings it is for the usual field names.
    public init(_ settings: Settings = Settings()) {
        fields = NoteFields(settings)
        self.settings = settings
    }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "module-notes", summary: "Reads JSON lists of a course's modules and their lecture notes",
        settings: NoteFields.settings
    ) { settings, _ in ModuleNotesParser(settings) }

    // How much of a document recognition looks at.
    private static let outline = 1 << 20

    /// Certain where the beginning names the field of the notes, possible where it says nothing against it.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        let beginning = document.data.prefix(Self.outline)
        guard Self.beginsAsJSON(beginning) else { return .no }
        // A JSON Feed says so itself (jsonfeed.org/version/1.1), whatever fields its items have.
        if beginning.contains("jsonfeed.org") { return .no }
        if beginning.contains("\"\(fields.notes)\"") { return .certain }
        // A list without codes is that of any service, which a mapping reads.
        let isOther = Self.listsSomething(beginning) && !beginning.contains("\"\(fields.module.code)\"")
        return isOther ? .no : .possible
    }

    /// Parses the catalogue among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let json = try CatalogJSON(documents)
        let budget = CatalogBudget(json.document, settings)
        var reader = ModuleReader(fields: fields, budget: budget)
        switch json.root.kind {
        case .array: reader.read(list: json.root)
        case .object: reader.read(object: json.root)
        default: throw json.error(json.root, expected: "an array or object of modules")
        }
        try budget.conclude()
        // An empty object says nothing of modules: it may as well be what a server answers that has lost them.
        guard reader.hasModules || reader.isEmpty && json.root.kind == .array else {
            throw json.error(
                json.root,
                "no module with a field \"\(fields.module.code)\" or \"\(fields.notes)\" was found",
                remedy: "Name the catalogue's own fields with parse.code-field and parse.notes-field")
        }
        let catalog = reader.catalog
        try json.refuse(ifUnusable: !reader.isEmpty && catalog.collections.isEmpty, catalog.problems)
        return catalog
    }

    /// Whether a list or an object of JSON begins: files of settings begin with a bracket, too.
    private static func beginsAsJSON(_ data: Data) -> Bool {
        let (first, next) = marks(data)
        guard let second = next else { return first == UInt8(ascii: "[") || first == UInt8(ascii: "{") }
        switch first {
        case UInt8(ascii: "["): return "[{\"-0123456789tfn]".utf8.contains(second)
        case UInt8(ascii: "{"): return "\"}".utf8.contains(second)
        default: return false
        }
    }

    /// Whether a list begins that is not empty.
    private static func listsSomething(_ data: Data) -> Bool {
        let (first, second) = marks(data)
        return first == UInt8(ascii: "[") && second.map { $0 != UInt8(ascii: "]") } ?? false
    }

    /// The first two bytes that are not white space.
    private static func marks(_ data: Data) -> (UInt8?, UInt8?) {
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        var bytes = text.lazy.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }.makeIterator()
        let first = bytes.next()
        return (first, bytes.next())
    }
}
