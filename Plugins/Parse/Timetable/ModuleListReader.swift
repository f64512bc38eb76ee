import CarrelCore
import CarrelJSON
import CarrelJSONReading
import Foundation

/// Reads the list of modules: keyed by code, or an array of modules that hold theirs.
struct ModuleListReader {
    private let fields: TimetableFields
    private var places: [String: JSONNode] = [:]
    /// The modules in the list's order.
    private(set) var collections: [ItemCollection] = []
    /// What could not be used.
    private(set) var problems = ProblemList()

    init(fields: TimetableFields) { self.fields = fields }

    mutating func read(_ json: CatalogJSON) throws(ParseError) {
        let entries: [(key: String?, node: JSONNode)]
        if let elements = json.root.elements {
            entries = elements.map { (nil, $0) }
        } else if let members = json.root.members {
            entries = members.map { ($0.name, $0.node) }
        } else {
            throw json.error(json.root, expected: "an array or object of modules")
        }
        let names = [fields.code, fields.title, fields.lecturer, fields.url, fields.description]
        guard
            entries.isEmpty || entries.contains(where: { entry in names.contains { entry.node[$0] != nil } })
        else {
            throw json.error(
                json.root,
                "\(json.root.summary) without a field \"\(fields.code)\" or \"\(fields.title)\", expected the list of modules",
                remedy:
                    "Check [source.modules], or name the list's own fields with parse.code-field and the like"
            )
        }
        for entry in entries { read(entry.node, key: entry.key, base: json.document.url) }
        if !entries.isEmpty, collections.isEmpty, let problem = problems.problems.first {
            throw json.nothingUsable(problem)
        }
    }

    private mutating func read(_ module: JSONNode, key: String?, base: URL) {
        guard module.kind == .object else { return problems.add(module, expected: "a module as an object") }
        // The module's own code, else the key that it stands under.
        let codes = [module[fields.code]?.plainText, key].compactMap { $0?.titleText }
        guard let code = codes.first(where: { !$0.isEmpty }) else {
            if let node = module[fields.code]?.present {
                return problems.add(node, expected: "a code as a string")
            }
            return problems.add(module, expected: "a code in the field \"\(fields.code)\"")
        }
        if let first = places[code] {
            return problems.add(repeated: module, id: code, first: first, outcome: "the first one is listed")
        }
        places[code] = module
        let title = problems.text(module[fields.title])?.titleText ?? ""
        collections.append(
            ItemCollection(
                id: code, title: title.isEmpty ? code : title,
                details: problems.moduleDetails(
                    lecturer: module[fields.lecturer], url: module[fields.url],
                    description: module[fields.description], base: base)))
    }
}
