import CarrelInterface
import CarrelStages

/// The tools over one library, with what they share.
struct LibraryTools: Sendable {
    let queries: LibraryQueries

    init(_ queries: LibraryQueries) { self.queries = queries }

    /// Every tool, always in this order.
    var all: [Tool] { [list, search, preview, open, get, why] }

    /// What a failed call says.
    static func words(of error: any Error) -> String {
        InterfaceError(error) { $0.toolWords }.description
    }

    /// The parameters of a list that has pages.
    static func paging(_ standard: Int, _ what: String) -> [Parameter] {
        [
            Parameter(
                name: "limit", kind: .number(RowPaging.limits),
                help: "The most \(what) to give (\(standard) unless given)."),
            Parameter(
                name: "cursor", kind: .text(200), help: "Where to go on: the “next” of the page before."),
        ]
    }

    /// The parameters with which a call names an item.
    static let itemParameters = [
        Parameter(
            name: "item", kind: .text(Parameter.textLimit),
            help: """
                The item: its identity as a list gives it, together with collection; or a text as on the command line, \
                such as COMP304/3, its title or its URL.
                """,
            isRequired: true),
        Parameter(
            name: "collection", kind: .text(Parameter.textLimit),
            help: "The item's collection: its identity as a list gives it, or its title."),
        catalogParameter,
    ]

    /// The parameter that says in which catalogue a collection is.
    static let catalogParameter = Parameter(
        name: "catalog", kind: .text(Parameter.textLimit),
        help: "The collection's catalogue: its location as a list gives it, or its name.")
}

extension Remedy {
    /// As a program is told that calls tools.
    fileprivate var toolWords: String {
        switch self {
        case .list: "the list tool shows what there is"
        case .fetch: "Fetch it first with the get tool"
        case .accept: "A person decides whether to keep what was set aside: carrel quarantine list"
        case .search: "For example as “query”: cell division"
        case .sooner: "To ask sooner, use the get tool"
        case .wait: "Try again when it has finished"
        }
    }
}
