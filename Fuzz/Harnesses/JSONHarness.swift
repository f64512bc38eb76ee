import CarrelJSON
import CarrelTesting
import Foundation

extension Harness {
    static let json = Harness("json") { data in
        let text = JSONP.text(in: data)
        try require(text.count <= data.count, "the wrapper adds bytes")
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(text)
        } catch {
            try require(error.reason != "not a JSON text", "the parser refuses what the grammar allows")
            try requireLine(error.reason, "the reason")
            try requirePlace(
                line: error.line, column: error.column, in: String(decoding: text, as: UTF8.self), "the error"
            )
            return
        }
        var walk = JSONWalk()
        try walk.visit(document.root, depth: 1)
    }
}

/// Visits every value of a document, and asks it for everything.
private struct JSONWalk {
    private var visited = 0

    mutating func visit(_ node: JSONNode, depth: Int) throws {
        try require(depth <= JSONDocument.maxDepth + 1, "deeper than the limit")
        visited += 1
        // Finding a path takes a walk of its own.
        if visited < 40 { try require(node.path.description.hasPrefix("$"), "a path begins at the root") }
        try require(!node.summary.isEmpty, "a value has a summary")
        try requireEqual(node.kind == .string, node.string != nil, "a string's text")
        try requireEqual(node.kind == .number, node.number != nil, "a number's value")
        try requireEqual(node.kind == .boolean, node.boolean != nil, "a boolean's value")
        if let whole = node.integer { try requireEqual(Double(whole), node.number, "a whole number") }
        if let elements = node.elements {
            var count = 0
            for element in elements {
                try visit(element, depth: depth + 1)
                count += 1
            }
            try requireEqual(count, elements.count, "elements")
        }
        if let members = node.members { try visit(members, of: node, depth: depth) }
    }

    private mutating func visit(_ members: JSONMembers, of node: JSONNode, depth: Int) throws {
        var last: [[UInt8]: JSONNode] = [:]
        var count = 0
        for (name, member) in members {
            try visit(member, depth: depth + 1)
            last[Array(name.utf8)] = member
            count += 1
        }
        try requireEqual(count, members.count, "members")
        for (name, member) in last.prefix(40) {
            let found = try requireValue(node[String(decoding: name, as: UTF8.self)], "a member by its name")
            try requireEqual(found.path, member.path, "the last member of a name")
        }
    }
}
