import CarrelJSON

/// Searches one document with queries, and counts the values that it visits.
public struct JSONPathEvaluation {
    /// The most values that are visited unless told otherwise.
    public static let maxSteps = 1 << 30

    private let root: JSONNode
    private let maxSteps: Int
    private let goesOn: () -> Bool
    private var steps = 0
    /// The last pattern that a document gave, because it often gives the same to every child.
    var lastPattern: (text: String, isWhole: Bool, pattern: JSONPathPattern)?

    /// - Parameters:
    ///   - root: the document's value, for `$`.
    ///   - maxSteps: the most values that all searches together may visit.
    ///   - goesOn: asked now and then whether to go on.
    public init(root: JSONNode, maxSteps: Int = maxSteps, goesOn: @escaping () -> Bool = { true }) {
        self.root = root
        self.maxSteps = maxSteps
        self.goesOn = goesOn
    }

    /// The values that a query selects, in RFC 9535's order.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - current: where a relative query begins.
    /// - Returns: the values; one may come several times.
    public mutating func nodes(
        _ query: JSONPathQuery, from current: JSONNode
    ) throws(JSONPathStop) -> [JSONNode] {
        let start = query.isRelative ? current : root
        // Most queries of a mapping are the name of a member, for each of a million items.
        if let members = query.members { return try member(members, of: start).map { [$0] } ?? [] }
        return try nodes(query.segments, from: start)
    }

    /// Whether an array in which a query would select values is empty.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - current: where a relative query begins.
    /// - Returns: whether there is such an array.
    public mutating func findsEmptyArray(
        _ query: JSONPathQuery, from current: JSONNode
    ) throws(JSONPathStop) -> Bool {
        let lists = try nodes(Array(query.segments.dropLast()), from: query.isRelative ? current : root)
        return lists.contains { $0.elements?.isEmpty == true }
    }

    /// Where a query ends that selects nothing: the first value that the most of its steps lead to.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - current: where a relative query begins.
    /// - Returns: the value; that of the beginning if the first step leads nowhere.
    public mutating func end(
        of query: JSONPathQuery, from current: JSONNode
    ) throws(JSONPathStop) -> JSONNode {
        let start = query.isRelative ? current : root
        for count in (1..<max(1, query.segments.count)).reversed() {
            if let found = try nodes(Array(query.segments.prefix(count)), from: start).first { return found }
        }
        return start
    }

    private mutating func member(_ names: [String], of start: JSONNode) throws(JSONPathStop) -> JSONNode? {
        var node = start
        for name in names {
            guard let next = try member(name, of: node) else { return nil }
            node = next
        }
        return node
    }

    /// The member of a name, which is looked for among all: eight of them count as one value.
    mutating func member(_ name: String, of node: JSONNode) throws(JSONPathStop) -> JSONNode? {
        try step(1 + (node.members?.count ?? 0) / 8)
        return node[name]
    }

    mutating func nodes(
        _ query: JSONPathSubquery, from current: JSONNode
    ) throws(JSONPathStop) -> [JSONNode] {
        try nodes(query.segments, from: query.isRelative ? current : root)
    }

    private mutating func nodes(
        _ segments: [JSONPathSegment], from start: JSONNode
    ) throws(JSONPathStop) -> [JSONNode] {
        var nodes = [start]
        for segment in segments {
            var next: [JSONNode] = []
            for node in nodes {
                if segment.isDescendant {
                    try descend(from: node, segment.selectors, into: &next)
                } else {
                    try select(segment.selectors, of: node, into: &next)
                }
            }
            nodes = next
            if nodes.isEmpty { break }
        }
        return nodes
    }

    mutating func step(_ count: Int = 1) throws(JSONPathStop) {
        let before = steps >> 12
        steps += count
        if steps > maxSteps { throw .tooManySteps(limit: maxSteps) }
        if steps >> 12 != before, !goesOn() { throw .cancelled }
    }

    /// Applies selectors to a value and to everything below it, each before what is within it.
    private mutating func descend(
        from node: JSONNode, _ selectors: [JSONPathSelector], into result: inout [JSONNode]
    ) throws(JSONPathStop) {
        try select(selectors, of: node, into: &result)
        var open = [node.children.makeIterator()]
        while let last = open.indices.last {
            guard let child = open[last].next() else {
                open.removeLast()
                continue
            }
            try step()
            guard child.kind == .array || child.kind == .object else { continue }
            try select(selectors, of: child, into: &result)
            open.append(child.children.makeIterator())
        }
    }

    private mutating func select(
        _ selectors: [JSONPathSelector], of node: JSONNode, into result: inout [JSONNode]
    ) throws(JSONPathStop) {
        for selector in selectors {
            try step()
            switch selector {
            case .name(let name):
                if let found = try member(name, of: node) { result.append(found) }
            case .wildcard:
                for child in node.children {
                    try step()
                    result.append(child)
                }
            case .index(let index): try select(index, of: node, into: &result)
            case .slice(let start, let end, let step):
                try slice(node, from: start, to: end, step: step, into: &result)
            case .filter(let condition):
                for child in node.children {
                    try step()
                    if try holds(condition, for: child) { result.append(child) }
                }
            }
        }
    }

    private mutating func select(
        _ index: Int, of node: JSONNode, into result: inout [JSONNode]
    ) throws(JSONPathStop) {
        guard let elements = node.elements else { return }
        let place = index < 0 ? elements.count + index : index
        guard place >= 0 else { return }
        var children = elements.makeIterator()
        for _ in 0..<place {
            guard children.next() != nil else { return }
            try step()
        }
        if let child = children.next() { result.append(child) }
    }

    /// RFC 9535, section 2.3.4.2.2.
    private mutating func slice(
        _ node: JSONNode, from start: Int?, to end: Int?, step: Int, into result: inout [JSONNode]
    ) throws(JSONPathStop) {
        guard let elements = node.elements, step != 0 else { return }
        var children: [JSONNode] = []
        for element in elements {
            try self.step()
            children.append(element)
        }
        let count = children.count
        func normalized(_ bound: Int) -> Int { bound >= 0 ? bound : count + bound }
        if step > 0 {
            let lower = min(max(normalized(start ?? 0), 0), count)
            let upper = min(max(normalized(end ?? count), 0), count)
            for index in stride(from: lower, to: upper, by: step) { result.append(children[index]) }
        } else {
            let upper = min(max(start.map(normalized) ?? count - 1, -1), count - 1)
            let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
            for index in stride(from: upper, to: lower, by: step) { result.append(children[index]) }
        }
    }
}
