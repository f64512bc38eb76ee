import CarrelBasics
import CarrelMarkup

/// What expressions call the elements and attributes of a document of XML.
struct XMLNames {
    // A document has few namespaces; each takes a search of its own.
    private static let maxNames = 40
    private static let maxPrefix = 30
    // Nothing in XML's own namespace tells of documents.
    private static let ofXML = "'http://www.w3.org/XML/1998/namespace'"

    /// The prefixes of the namespaces that names with a prefix are in, by their addresses.
    private(set) var prefixes: [String: String] = [:]
    private var knownPrefixes: Set<String> = []
    // The names of attributes that have capitals, by their lower-case forms.
    private var attributes: [String: String] = [:]

    /// No names.
    init() {}

    /// Looks for namespaces and capitals in a document.
    init(_ tree: MarkupTree) {
        var known = ["''", Self.ofXML]
        addNamespaces(of: "*", in: tree, &known)
        addNamespaces(of: "@*", in: tree, &known)
        addAttributes(of: tree)
    }

    // MARK: Steps

    /// The step that finds elements of a name, as `MarkupReader` reports it with these prefixes.
    func step(_ name: String) -> String {
        // An element in a namespace of its own counts by its local name, as in a document that declares it for all.
        if name.hasPrefix("*:") { return String(name.dropFirst(2)) }
        guard let colon = name.firstIndex(of: ":"), !knownPrefixes.contains(String(name[..<colon])) else {
            return name
        }
        // Nobody declared the prefix, so it belongs to the name.
        return "*[name()='\(name)']"
    }

    /// The step that finds attributes of a name in lower case; `nil` for one that no expression names.
    func attributeStep(_ name: String) -> String? {
        if name.hasPrefix("*:") { return nil }
        guard let colon = name.firstIndex(of: ":") else { return "@\(attributes[name] ?? name)" }
        let prefix = String(name[..<colon])
        let local = String(name[name.index(after: colon)...])
        guard knownPrefixes.contains(prefix) else { return "@*[name()='\(attributes[name] ?? name)']" }
        return "@\(prefix):\(attributes[local] ?? local)"
    }

    /// The namespaces that expressions use, in the order of their prefixes.
    func namespaces(in expressions: [String]) -> [(prefix: String, address: String)] {
        let steps = expressions.flatMap { expression in expression.split { "/@".contains($0) } }
        let used = prefixes.filter { namespace in
            steps.contains { $0.hasPrefix("\(namespace.value):") }
        }
        return used.map { (prefix: $0.value, address: $0.key) }.sorted { $0.prefix < $1.prefix }
    }

    // MARK: Looking

    /// Adds the namespaces of elements or attributes; an element without a prefix counts as one without a namespace.
    private mutating func addNamespaces(of kind: String, in tree: MarkupTree, _ known: inout [String]) {
        for _ in 0..<Self.maxNames {
            let conditions = known.map { "namespace-uri() != \($0)" }
            guard let node = Self.first(kind, conditions, in: tree),
                let address = Self.text("namespace-uri()", at: node), let literal = Self.literal(address)
            else { return }
            known.append(literal)
            guard prefixes[address] == nil, address.singleLine == address else { continue }
            let prefix = freePrefix(like: Self.text("substring-before(name(), ':')", at: node) ?? "")
            prefixes[address] = prefix
            knownPrefixes.insert(prefix)
        }
    }

    /// The document's own prefix, if a profile can have it as a key and no other namespace has it.
    private func freePrefix(like written: String) -> String {
        let own = written.lowercased()
        let isPlain =
            own.utf8.count <= Self.maxPrefix && own != "xml"
            && own.wholeMatch(of: /[a-z_][a-z0-9_\-]*/) != nil
        let base = isPlain ? own : "ns"
        guard knownPrefixes.contains(base) else { return base }
        return (2...).lazy.map { "\(base)\($0)" }.first { !knownPrefixes.contains($0) } ?? base
    }

    /// Adds the names of attributes that have capitals, unless others have the same name without.
    private mutating func addAttributes(of tree: MarkupTree) {
        var known = ["translate(local-name(), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') != local-name()"]
        for _ in 0..<Self.maxNames {
            guard let node = Self.first("@*", known, in: tree),
                let name = Self.text("local-name()", at: node)
            else { return }
            known.append("local-name() != '\(name)'")
            let small = name.lowercased()
            guard attributes[small] == nil, Self.first("@*", ["local-name() = '\(small)'"], in: tree) == nil
            else { continue }
            attributes[small] = name
        }
    }

    private static func first(_ kind: String, _ conditions: [String], in tree: MarkupTree) -> MarkupNode? {
        guard !Task.isCancelled else { return nil }
        let condition = conditions.joined(separator: " and ")
        let found = try? tree.nodes("(//\(kind)[\(condition)])[1]", from: tree.root, most: 1)
        return found?.first
    }

    private static func text(_ expression: String, at node: MarkupNode) -> String? {
        (try? node.tree.texts(expression, from: node, most: 1))?.first
    }

    /// A text as an expression has it; `nil` for one with both kinds of quotes.
    private static func literal(_ text: String) -> String? {
        let quotes: [Character] = ["'", "\""]
        return quotes.first { !text.contains($0) }.map { "\($0)\(text)\($0)" }
    }
}
