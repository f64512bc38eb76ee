import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages

/// A list of the service: its entries, and what it says of the longer list that they are a part of.
struct ServiceList {
    let entries: [JSONNode]
    /// How many entries there are on all pages; `nil` if the list does not say so.
    private let total: Int64?
    private let page: Int64?
    private let pages: Int64?

    /// Reads a list; without any entry there is no key at all.
    ///
    /// - Parameters:
    ///   - node: the object around it.
    ///   - name: the key of its entries.
    ///   - json: the document.
    /// - Throws: `ParseError` if it is none.
    init(_ node: JSONNode, of name: String, in json: CatalogJSON) throws(ParseError) {
        guard node.kind == .object else {
            throw json.error(node, expected: "an object with \"\(name)\"")
        }
        func number(_ field: String) -> Int64? { node[field]?.plainText.flatMap { Int64($0.trimmed) } }
        (total, page, pages) = (number("total"), number("page"), number("pages"))
        guard let list = node[name]?.present else {
            // An empty list still counts its entries; whatever does not must not empty a listing.
            guard total == 0 else { throw json.error(node, expected: "the list \"\(name)\"") }
            entries = []
            return
        }
        guard list.kind == .array || list.kind == .object else {
            throw json.error(list, expected: "an array")
        }
        entries = list.listed
    }

    /// Whether there are entries that it leaves out, as on further pages.
    var isPart: Bool { (pages ?? 1) > 1 || (total ?? 0) > Int64(entries.count) }

    /// Which page of several it is, as a fact.
    var details: [Detail] {
        guard let page, let pages, pages > 1 else { return [] }
        return [Detail("Page", "\(page) of \(pages)")]
    }
}
