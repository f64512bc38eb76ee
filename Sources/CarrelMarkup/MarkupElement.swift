/// An element with everything in it, for documents that are easier to read from a tree than from events.
public struct MarkupElement: Sendable, Hashable {
    /// What is in an element.
    public enum Node: Sendable, Hashable {
        case element(MarkupElement)
        case text(String)
    }

    /// The name, as `MarkupReader` reports it.
    public var name: String
    /// The attributes by name, which is in lower case.
    public var attributes: [String: String]
    /// What it holds, in the document's order.
    public var nodes: [Node]

    public init(_ name: String, attributes: [String: String] = [:], nodes: [Node] = []) {
        (self.name, self.attributes, self.nodes) = (name, attributes, nodes)
    }

    /// An attribute's value, whatever the case of its name.
    public subscript(attribute: String) -> String? { attributes[attribute.lowercased()] }

    /// The elements directly in it.
    public var elements: some Sequence<MarkupElement> {
        nodes.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The elements of a name directly in it.
    public func all(_ name: String) -> [MarkupElement] { elements.filter { $0.name == name } }

    /// The first element at a path of names below it.
    public func first(_ path: String...) -> MarkupElement? {
        var found: MarkupElement? = self
        for name in path { found = found?.elements.first { $0.name == name } }
        return found
    }

    /// All text in it.
    public var text: String {
        var result = ""
        gather(into: &result)
        return result
    }

    /// Adds to the text that it ends with; whether it does.
    fileprivate mutating func extend(_ text: String) -> Bool {
        guard case .text(var before)? = nodes.last else { return false }
        // Out of the list first, so that it is not copied.
        nodes.removeLast()
        before += text
        nodes.append(.text(before))
        return true
    }

    private func gather(into result: inout String) {
        for node in nodes {
            switch node {
            case .text(let text): result += text
            case .element(let element): element.gather(into: &result)
            }
        }
    }

    /// The elements of some names anywhere in it, outermost ones only, in the document's order.
    public func descendants(_ names: Set<String>) -> [MarkupElement] {
        elements.flatMap { names.contains($0.name) ? [$0] : $0.descendants(names) }
    }
}

/// What reading a document in parts reports.
public enum MarkupPart: Sendable, Hashable {
    /// An element around parts begins.
    case start(String, attributes: [String: String])
    /// A part: an element with everything in it.
    case element(MarkupElement)
    /// An element around parts ends.
    case end(String)
}

/// Makes elements of the events within parts.
struct MarkupPartBuilder {
    private var open: [MarkupElement] = []
    // What nests in a part that is full already.
    private var depthOfIgnored = 0
    private var nodes = 0
    private let maxNodes: Int
    /// Whether a part holds less than the document, for the limit.
    private(set) var isCut = false

    init(maxNodes: Int) { self.maxNodes = maxNodes }

    /// Takes an event; gives what it completes, if anything.
    mutating func take(_ event: MarkupEvent, isPart: (String) -> Bool) -> MarkupPart? {
        switch event {
        case .start(let name, let attributes):
            guard !open.isEmpty || isPart(name) else { return .start(name, attributes: attributes) }
            guard hasRoom() else {
                depthOfIgnored += 1
                return nil
            }
            open.append(MarkupElement(name, attributes: attributes))
        case .text(let text):
            guard !open.isEmpty, depthOfIgnored == 0 else { return nil }
            if open[open.count - 1].extend(text) { return nil }
            if hasRoom() {
                open[open.count - 1].nodes.append(.text(text))
            }
        case .end(let name):
            guard depthOfIgnored == 0 else {
                depthOfIgnored -= 1
                return nil
            }
            guard let whole = open.popLast() else { return .end(name) }
            guard open.isEmpty else {
                open[open.count - 1].nodes.append(.element(whole))
                return nil
            }
            nodes = 0
            return .element(whole)
        }
        return nil
    }

    private mutating func hasRoom() -> Bool {
        guard depthOfIgnored == 0, nodes < maxNodes else {
            isCut = true
            return false
        }
        nodes += 1
        return true
    }
}
