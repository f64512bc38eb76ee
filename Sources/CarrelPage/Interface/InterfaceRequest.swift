import CarrelBasics
import CarrelInterface
import CarrelJSON
import CarrelServer
import Foundation

/// What a program asks for, as texts by name: from the query, or from the JSON object that it sends.
struct InterfaceRequest: Sendable {
    /// The request itself, for conditions and ranges.
    let request: ServerRequest
    private let values: [String: String]

    // As long as the texts that tools take.
    private static let textLimit = 4000
    /// The names of what is true or false; everything else that JSON gives is a text.
    static let flags: Set = ["ignored", "new", "read"]

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - names: the names that it may give; any other is a mistake.
    /// - Throws: `InterfaceError` with what is wrong.
    init(_ request: PageRequest, names: [String]) throws(InterfaceError) {
        self.request = request.request
        let values =
            request.isPost ? try Self.object(request.request.content, names) : request.query.values
        var known: [String: String] = [:]
        for (name, value) in values {
            try Self.check(name, names)
            guard known[name] == nil else {
                throw InterfaceError(.wrong, "“\(name)” was given twice")
            }
            guard value.utf8.count <= Self.textLimit else {
                throw InterfaceError(.wrong, "“\(name)” has more than \(Self.textLimit) bytes")
            }
            known[name] = value
        }
        self.values = known
    }

    private static func check(_ name: String, _ names: [String]) throws(InterfaceError) {
        guard !names.contains(name) else { return }
        let expected = names.isEmpty ? "nothing" : names.joined(separator: ", ")
        throw InterfaceError(
            .wrong, "there is no parameter “\(name.prefix(100))”; this takes \(expected)")
    }

    private static func object(
        _ data: Data, _ names: [String]
    ) throws(InterfaceError) -> [(name: String, value: String)] {
        guard !data.isEmpty else { return [] }
        guard let members = (try? JSONDocument(data))?.root.members else {
            throw InterfaceError(.wrong, "the content must be a JSON object")
        }
        var values: [(name: String, value: String)] = []
        for (name, node) in members {
            try check(name, names)
            let isFlag = flags.contains(name)
            if isFlag, let flag = node.boolean {
                values.append((name, flag ? "true" : "false"))
            } else if !isFlag, let text = node.string {
                values.append((name, text))
            } else {
                throw InterfaceError(.wrong, "“\(name)” must be \(isFlag ? "true or false" : "a text")")
            }
        }
        return values
    }

    func text(_ name: String) -> String? { values[name] }

    /// A text that must be there.
    func required(_ name: String) throws(InterfaceError) -> String {
        guard let text = values[name], !text.isEmpty else {
            throw InterfaceError(.wrong, "“\(name)” is missing")
        }
        return text
    }

    /// A whole number.
    func number(_ name: String, _ range: ClosedRange<Int>) throws(InterfaceError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw InterfaceError(
                .wrong, "“\(name)” must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Whether something is so; `nil` if nothing is said.
    func flag(_ name: String) throws(InterfaceError) -> Bool? {
        switch values[name] {
        case nil: return nil
        case "true"?: return true
        case "false"?: return false
        default: throw InterfaceError(.wrong, "“\(name)” must be true or false")
        }
    }

    /// The item or the collection.
    var name: ItemName {
        ItemName(catalog: values["catalog"], collection: values["collection"], item: values["item"])
    }

    /// The part of a list.
    var paging: RowPaging {
        get throws(InterfaceError) {
            RowPaging(limit: try number("limit", RowPaging.limits) ?? 50, cursor: values["cursor"])
        }
    }
}
