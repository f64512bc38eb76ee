import CSimdjson

/// The elements of an array, or the values of an object's members, in their order.
public struct JSONElements: Sequence {
    private let node: JSONNode

    init(_ node: JSONNode) { self.node = node }

    /// How many there are, at the most 16777215 of them counted.
    public var count: Int { carrel_json_count(node.raw) }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Begins before the first element.
    public func makeIterator() -> Iterator { Iterator(children: JSONChildren(node)) }

    /// Goes through the elements.
    public struct Iterator: IteratorProtocol {
        var children: JSONChildren

        /// The next element.
        public mutating func next() -> JSONNode? { children.next()?.node }
    }
}

/// The members of an object, in the document's order, repeated names included.
public struct JSONMembers: Sequence {
    private let node: JSONNode

    init(_ node: JSONNode) { self.node = node }

    /// How many there are, at the most 16777215 of them counted.
    public var count: Int { carrel_json_count(node.raw) }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Begins before the first member.
    public func makeIterator() -> Iterator { Iterator(children: JSONChildren(node)) }

    /// Goes through the members.
    public struct Iterator: IteratorProtocol {
        var children: JSONChildren

        /// The next member.
        public mutating func next() -> (name: String, node: JSONNode)? {
            children.next().map { (String(decoding: $0.key, as: UTF8.self), $0.node) }
        }
    }
}

/// Goes through the children of a container; the bytes of a key live as long as the document.
struct JSONChildren {
    private let document: JSONDocument
    private var cursor: carrel_json_cursor

    init(_ node: JSONNode) {
        document = node.document
        cursor = carrel_json_children(node.raw)
    }

    mutating func next() -> (key: UnsafeRawBufferPointer, node: JSONNode)? {
        var (key, length, child) = (UnsafePointer<CChar>?.none, 0, cursor.next)
        let isFound = withExtendedLifetime(document) { carrel_json_next(&cursor, &key, &length, &child) }
        guard isFound else { return nil }
        return (UnsafeRawBufferPointer(start: key, count: length), JSONNode(document: document, raw: child))
    }
}

extension JSONPath {
    /// Finds the way from the root to a node: into the last child that does not begin after it, and so on.
    init(to node: JSONNode) {
        let target = carrel_json_position(node.raw)
        var path = JSONPath.root
        var place = node.document.root
        while carrel_json_position(place.raw) < target {
            var children = JSONChildren(place)
            var last: (key: UnsafeRawBufferPointer, node: JSONNode, index: Int)?
            var index = 0
            while let child = children.next(), carrel_json_position(child.node.raw) <= target {
                last = (child.key, child.node, index)
                index += 1
            }
            guard let last else { break }
            path =
                last.key.baseAddress == nil
                ? .element(path, last.index) : .member(path, String(decoding: last.key, as: UTF8.self))
            place = last.node
        }
        self = path
    }
}
