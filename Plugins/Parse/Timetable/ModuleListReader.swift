import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages
import Foundation

/// Reads the list of modules: keyed by code, or an array of modules that hold theirs.
struct ModuleListReader {
    private let fields: ModuleFields
    private let budget: CatalogBudget
    private var places: [String: JSONNode] = [:]
    /// The modules in the list's order.
    private(set) var collections: [ItemCollection] = []
    /// What could not be used.
    private(set) var problems = ProblemList()

    init(fields: ModuleFields, budget: CatalogBudget) {
        (self.fields, self.budget) = (fields, budget)
    }

    mutating func read(_ json: CatalogJSON) throws(ParseError) {
        let entries: [(key: String?, node: JSONNode)]
        if let elements = json.root.elements {
            entries = elements.map { (nil, $0) }
        } else if let members = json.root.members {
            entries = members.map { ($0.name, $0.node) }
        } else {
            throw json.error(json.root, expected: "an array or object of modules")
        }
        guard entries.isEmpty || entries.contains(where: { fields.areFound(in: $0.node) }) else {
            throw json.error(
                json.root,
                "\(json.root.summary) without a field \"\(fields.code)\" or \"\(fields.title)\", expected the list of modules",
                remedy:
                    "Check [source.modules], or name the list's own fields with parse.code-field and the like"
            )
        }
        for entry in entries {
            guard budget.takeItem() else { break }
            read(entry.node, key: entry.key)
        }
        try budget.conclude()
        try json.refuse(ifUnusable: !entries.isEmpty && collections.isEmpty, problems.problems)
    }

    private mutating func read(_ module: JSONNode, key: String?) {
        guard let collection = fields.collection(of: module, key: key, budget: budget, problems: &problems)
        else {
            return
        }
        let code = collection.id
        if let first = places[code] {
            return problems.add(repeated: module, id: code, first: first, outcome: "the first one is listed")
        }
        places[code] = module
        collections.append(collection)
    }
}
