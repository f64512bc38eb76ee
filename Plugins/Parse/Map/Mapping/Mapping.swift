import CarrelHTTP
import Foundation

/// What a profile says of a catalogue: where its collections and items are, and what gives each field.
struct Mapping: Sendable {
    var format: MapFormat
    /// The prefixes of namespaces, by their addresses.
    var namespaces: [String: String] = [:]
    /// The character between cells; `nil` for the one that fits best.
    var separator: UInt8?
    /// What addresses are resolved against, instead of the document's own address.
    var base: URL?
    /// The catalogue's title.
    var title: MapField?
    /// What the service says in place of a list.
    var failure: MapField?
    var collections = Collections()
    var items = Items()
    /// The items of a document that a collection refers to.
    var further: Items?
    var pages: Pages?

    /// Where collections are.
    struct Collections: Sendable {
        /// Where each is; without it, items of one `id` make a collection, or all together one.
        var place: MapExpression?
        var id: MapField?
        var title: MapField?
        var subtitle: MapField?
        /// The heading that it stands under.
        var section: MapField?
        /// The catalogue that lists its items.
        var further: MapField?
        var details: [(label: String, field: MapField)] = []

        var fields: [MapField] {
            [id, title, subtitle, section, further].compactMap(\.self) + details.map(\.field)
        }
    }

    /// Where items are.
    struct Items: Sendable {
        /// What stands between a collection and its items, of JSON alone; its facts are those of every item in it.
        var around: MapExpression?
        /// Where each is, from its collection or the document; for a table, each row is one.
        var place: MapExpression?
        var id: MapField?
        var title: MapField?
        var subtitle: MapField?
        var url: MapField?
        var size: MapField?
        var digest: MapField?
        /// The path of its document, with folders.
        var path: MapField?
        /// When the document was last changed.
        var modified: MapField?
        var details: [(label: String, field: MapField)] = []

        /// What is looked for first.
        var outermost: MapExpression? { around ?? place }

        var fields: [MapField] {
            [id, title, subtitle, url, size, digest, path, modified].compactMap(\.self) + details.map(\.field)
        }
    }

    /// How a page leads to the next one.
    enum Pages: Sendable {
        /// A link.
        case next(MapField)
        /// A word that is put into a parameter of the address.
        case cursor(MapField, parameter: String)
        /// A number in a parameter of the address; `last` says how far it goes.
        case number(parameter: String, first: Int, step: Int, last: MapField?)

        var fields: [MapField] {
            switch self {
            case .next(let field), .cursor(let field, _): [field]
            case .number(_, _, _, let last): [last].compactMap(\.self)
            }
        }
    }
}

extension Mapping.Pages {
    /// Whether a page names the next one, rather than that they are counted until one is empty.
    var isLink: Bool {
        if case .number = self { false } else { true }
    }

    /// Whether an address is like that of a page behind the first.
    func isLater(_ url: URL) -> Bool {
        switch self {
        case .next: false
        case .cursor(_, let parameter): PageQuery.value(of: parameter, in: url) != nil
        case .number(let parameter, let first, _, _):
            PageQuery.value(of: parameter, in: url).flatMap { Int($0) }.map { $0 > first } ?? false
        }
    }
}
