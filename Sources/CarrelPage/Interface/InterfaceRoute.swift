import CarrelCore
import CarrelFrontEnd
import CarrelInterface
import CarrelServer

/// One path of the interface for programs.
struct InterfaceRoute: Sendable {
    /// Whether it changes something, which takes a token and POST.
    var changes = false
    var path: String
    /// What a request may say.
    var names: [String] = []
    var run: @Sendable (InterfaceViews, InterfaceRequest) async throws -> ServerReply

    private static let item = ["catalog", "collection", "item"]
    private static let paging = ["limit", "cursor"]

    /// Every path, as docs/openapi.json describes them.
    static let all: [InterfaceRoute] = looking + changing

    /// The methods that a path takes; `nil` if there is no such path.
    static func methods(of path: String) -> [String]? {
        let routes = all.filter { $0.path == path }
        return routes.isEmpty ? nil : routes.flatMap { $0.changes ? ["POST"] : ["GET", "HEAD"] }
    }

    private static let looking: [InterfaceRoute] = [
        InterfaceRoute(path: "/api/status") { views, _ in .rows(try await views.status()) },
        InterfaceRoute(path: "/api/token") { views, _ in .json(200, ["token": views.access.pageToken]) },
        InterfaceRoute(path: "/api/openapi.json") { _, _ in
            ServerReply(200, type: "application/json", InterfaceFiles.openAPI)
        },
        InterfaceRoute(path: "/api/carrel.schema.json") { _, _ in
            ServerReply(200, type: "application/json", InterfaceFiles.schema)
        },
        InterfaceRoute(path: "/api/catalogues") { views, _ in
            .rows("catalogues", try await views.queries.catalogs())
        },
        InterfaceRoute(path: "/api/collections", names: ["catalog"] + paging) { views, request in
            let page = try await views.queries.collections(
                catalog: request.text("catalog"), try request.paging)
            return .rows(page.object("collections"))
        },
        InterfaceRoute(path: "/api/items", names: ["catalog", "collection", "status", "new"] + paging) {
            views, request in
            let page = try await views.queries.items(
                catalog: request.text("catalog"), collection: request.text("collection"),
                try InterfaceViews.filter(request), try request.paging)
            return .rows(page.object("items"))
        },
        InterfaceRoute(path: "/api/new", names: paging) { views, request in
            .rows(try await views.queries.news(try request.paging).object("items"))
        },
        InterfaceRoute(path: "/api/search", names: ["query"] + paging) { views, request in
            let page = try await views.queries.search(try request.required("query"), try request.paging)
            return .rows(page.object("hits"))
        },
        InterfaceRoute(path: "/api/item", names: item) { views, request in
            .rows(try await views.queries.item(request.name))
        },
        InterfaceRoute(path: "/api/preview", names: item + ["pages", "version", "maxBytes"]) {
            views, request in
            .rows(
                try await views.queries.preview(
                    request.name, pages: request.text("pages"),
                    version: try request.number("version", 1...1_000_000),
                    maxText: try request.number("maxBytes", LibraryQueries.textLimits)))
        },
        InterfaceRoute(path: "/api/versions", names: item) { views, request in
            .rows("versions", try await views.queries.versions(request.name))
        },
        InterfaceRoute(path: "/api/why", names: item + ["attempts"]) { views, request in
            let attempts = try request.number("attempts", LibraryQueries.attemptLimits)
            return .rows(try await views.queries.history(request.name, attempts: attempts))
        },
        InterfaceRoute(path: "/api/document", names: item) { views, request in
            try await views.document(request)
        },
        InterfaceRoute(path: "/api/quarantine") { views, _ in
            .rows("documents", try await views.queries.quarantine())
        },
        InterfaceRoute(path: "/api/events") { views, _ in try await views.events() },
        InterfaceRoute(path: "/api/recent") { views, _ in .rows("viewed", try await views.queries.recent()) },
    ]

    private static let changing: [InterfaceRoute] = [
        InterfaceRoute(changes: true, path: "/api/sync", names: ["catalog"]) { views, request in
            try await views.perform(.sync(try await views.location(request)))
        },
        InterfaceRoute(changes: true, path: "/api/get", names: item) { views, request in
            try await views.perform(.get(try await views.listed(request)))
        },
        InterfaceRoute(changes: true, path: "/api/cancel", names: item) { views, request in
            try await views.perform(.cancel(try await views.item(request)))
        },
        InterfaceRoute(changes: true, path: "/api/open", names: ["catalog", "collection"]) { views, request in
            try await views.open(request)
        },
        InterfaceRoute(changes: true, path: "/api/mark", names: item + ["read"]) { views, request in
            let isRead = try request.flag("read") ?? true
            guard request.text("item") == nil else {
                return try await views.perform(.mark(try await views.item(request), isRead: isRead))
            }
            guard isRead else {
                throw InterfaceError(.wrong, "what is to be new again? “read”: false takes an item")
            }
            guard request.text("collection") == nil else {
                return try await views.perform(.markCollection(try await views.collection(request)))
            }
            return try await views.perform(.markAll(try await views.location(request), isRead: true))
        },
        InterfaceRoute(changes: true, path: "/api/ignore", names: item + ["ignored"]) { views, request in
            let isIgnored = try request.flag("ignored") ?? true
            return try await views.perform(.ignore(try await views.item(request), isIgnored))
        },
        InterfaceRoute(changes: true, path: "/api/accept", names: item + ["file"]) { views, request in
            try await views.perform(.accept(try await views.item(request), file: request.text("file")))
        },
        InterfaceRoute(changes: true, path: "/api/discard", names: item + ["file"]) { views, request in
            try await views.perform(.discard(try await views.item(request), file: request.text("file")))
        },
        InterfaceRoute(changes: true, path: "/api/add", names: ["address", "name"]) { views, request in
            let name = try InterfaceViews.catalogName(request)
            return try await views.perform(.add(try InterfaceViews.url(request), name: name))
        },
    ]
}
