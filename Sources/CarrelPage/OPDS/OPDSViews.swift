import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelInterface
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// The stored documents for reading apps: an OPDS 1.2 catalogue below `/opds`.
struct OPDSViews: Sendable {
    let queries: LibraryQueries
    let access: Access
    let documents = DocumentSender()

    // What reading apps show at once.
    private static let pageSize = 50
    // The latest documents; whoever wants more opens a collection.
    private static let mostRecent = 200

    private static let start = "/opds"
    private static let search = "/opds/search.xml"

    /// Whether a request is for this catalogue.
    static func takes(_ path: String) -> Bool { path == "/opds" || path.hasPrefix("/opds/") }

    /// The reply to any request.
    func reply(to request: PageRequest) async -> ServerReply {
        switch await access.admits(request.request, byPassword: true) {
        case .admitted: break
        case .refused:
            let what = access.asksForName ? "The name or the password" : "The token"
            return .text(401, "\(what) is missing or wrong", [("WWW-Authenticate", Access.challenge)])
        case .later(let seconds): return .later("Too many wrong passwords", seconds: seconds)
        }
        do {
            return try await feed(request)
        } catch {
            return .problem(InterfaceError(error) { $0.words(.english) })
        }
    }

    private func feed(_ request: PageRequest) async throws -> ServerReply {
        let query = request.query
        switch request.path {
        case "/opds": return .feed(try await start())
        case "/opds/catalogue": return .feed(try await collections(query))
        case "/opds/collection": return .feed(try await collection(query))
        case "/opds/new": return .feed(try await news(query))
        case "/opds/recent": return .feed(try await recent(query))
        case "/opds/search": return .feed(try await search(query))
        case "/opds/search.xml":
            return ServerReply(200, type: "application/opensearchdescription+xml", Self.searching.html)
        case "/opds/document": return try await document(query, request.request)
        default: throw InterfaceError(.notFound, "There is no such feed")
        }
    }

    private static let searching: Markup = """
        <?xml version="1.0" encoding="UTF-8"?>
        <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Carrel</ShortName>\
        <Description>Finds stored documents by the words in them</Description><InputEncoding>UTF-8</InputEncoding>\
        <Url type="\(OPDSFeed.Kind.acquisition.mediaType)" template="/opds/search?query={searchTerms}"/>\
        </OpenSearchDescription>

        """

    // MARK: Navigation

    private func start() async throws -> OPDSFeed {
        let snapshot = try await queries.library.current()
        let latest = snapshot.latest
        let all = latest.values.max() ?? Date(timeIntervalSince1970: 0)
        var entries = [
            OPDSFeed.Entry(
                name: ["new"], title: "New", summary: "What nobody has looked at since it came", updated: all,
                link: link("http://opds-spec.org/featured", "/opds/new", .acquisition)),
            OPDSFeed.Entry(
                name: ["recent"], title: "Recent", summary: "What was stored last", updated: all,
                link: link("http://opds-spec.org/sort/new", "/opds/recent", .acquisition)),
        ]
        for catalog in snapshot.view.catalogs {
            let name = snapshot.name(of: catalog.location)
            let times = latest.filter { $0.key.catalog == catalog.location }.values
            let count = catalog.catalog.collections.count
            entries.append(
                OPDSFeed.Entry(
                    name: ["catalogue", snapshot.linkName(ofCatalog: catalog.location)], title: name,
                    summary: Counted.text(count, "collection"),
                    updated: times.max() ?? Date(timeIntervalSince1970: 0),
                    link: link("subsection", address("/opds/catalogue", [("catalog", name)]), .navigation)))
        }
        return OPDSFeed(
            kind: .navigation, name: ["start"], title: "Carrel", address: "/opds", entries: entries,
            start: Self.start, search: Self.search)
    }

    private func collections(_ query: FormFields) async throws -> OPDSFeed {
        let snapshot = try await queries.library.current()
        let catalog = try NamedItems(snapshot.view).catalog(Self.catalog(query, snapshot) ?? "")
        let name = snapshot.name(of: catalog.location)
        let rows = snapshot.collections.filter { $0.key.catalog == catalog.location }
        let page = try ListPage(of: rows, after: query["cursor"], limit: Self.pageSize) { row in
            RowPage.name(row.key.collection, title: row.collection.title)
        }
        let latest = snapshot.latest
        let entries = page.elements.map { row in
            let stored = snapshot.view.storedCount(of: row) + snapshot.view.unlistedCount(of: row)
            return OPDSFeed.Entry(
                name: Self.identity(row.key, snapshot), title: row.collection.title,
                summary: [row.section, row.collection.subtitle, "\(stored) stored"].compactMap(\.self)
                    .joined(separator: " · "),
                updated: latest[row.key] ?? Date(timeIntervalSince1970: 0),
                link: link(
                    "subsection", address("/opds/collection", Self.fields(row.key, snapshot)), .acquisition))
        }
        let own = [("catalog", name)]
        return OPDSFeed(
            kind: .navigation, name: ["catalogue", snapshot.linkName(ofCatalog: catalog.location)],
            title: name, address: address("/opds/catalogue", own, query), entries: entries,
            next: page.next.map { address("/opds/catalogue", own + [("cursor", $0)]) },
            start: Self.start, search: Self.search)
    }

    // MARK: Documents

    private func collection(_ query: FormFields) async throws -> OPDSFeed {
        let snapshot = try await queries.library.current()
        let row = try NamedItems(snapshot.view).collection(Self.name(query, snapshot))
        return try feed(
            snapshot.rows(of: row.key), Self.identity(row.key, snapshot), row.collection.title,
            "/opds/collection", Self.fields(row.key, snapshot), query, snapshot)
    }

    private func news(_ query: FormFields) async throws -> OPDSFeed {
        let snapshot = try await queries.library.current()
        return try feed(snapshot.view.news.flatMap(\.rows), ["new"], "New", "/opds/new", [], query, snapshot)
    }

    private func recent(_ query: FormFields) async throws -> OPDSFeed {
        let snapshot = try await queries.library.current()
        let rows = snapshot.view.allRows.filter(\.isStored).uniqued(on: \.documentKey)
            .sorted { ($0.document?.storedAt ?? .distantPast) > ($1.document?.storedAt ?? .distantPast) }
        return try feed(
            Array(rows.prefix(Self.mostRecent)), ["recent"], "Recent", "/opds/recent", [], query, snapshot)
    }

    private func search(_ query: FormFields) async throws -> OPDSFeed {
        let words = String((query["query"] ?? "").prefix(1000))
        let hits = try await queries.hits(words)
        let snapshot = try await queries.library.current()
        let rows = hits.compactMap { snapshot.row(of: $0.hit.item.key) }
        return try feed(
            rows, ["search", words], "Search: \(words)", "/opds/search", [("query", words)], query, snapshot)
    }

    /// A page of the stored ones of some items.
    private func feed(
        _ rows: [LibraryView.Row], _ name: [String], _ title: String, _ path: String,
        _ fields: [(String, String)], _ query: FormFields, _ snapshot: LibrarySnapshot
    ) throws -> OPDSFeed {
        let stored = rows.filter { $0.status == .stored || $0.status == .updateAvailable }
        let page = try ListPage(of: stored, after: query["cursor"], limit: Self.pageSize) { row in
            RowPage.name(of: row.entry, title: row.item.title)
        }
        return OPDSFeed(
            kind: .acquisition, name: name, title: title, address: address(path, fields, query),
            entries: page.elements.compactMap { entry($0, snapshot) },
            next: page.next.map { address(path, fields + [("cursor", $0)]) },
            start: Self.start, search: Self.search)
    }

    private func entry(_ row: LibraryView.Row, _ snapshot: LibrarySnapshot) -> OPDSFeed.Entry? {
        guard let document = row.document else { return nil }
        let entry = row.entry
        let key = CollectionKey(of: entry)
        let collection = snapshot.collection(key)?.collection.title ?? entry.collection
        let fields = Self.fields(key, snapshot) + [("item", snapshot.linkName(of: entry))]
        // What somebody wrote into has another length and another digest than its record.
        let link = OPDSFeed.Link(
            relation: "http://opds-spec.org/acquisition", address: address("/opds/document", fields),
            type: DocumentSender.mediaType(of: document).essence, length: row.isOther ? nil : document.size)
        let facts = [row.item.subtitle, collection, ByteCount(document.size).description]
        return OPDSFeed.Entry(
            name: ["item"] + snapshot.linkNames(of: entry), title: row.item.title,
            summary: facts.compactMap(\.self).joined(separator: " · "), updated: document.storedAt,
            link: link,
            category: (key.collection, collection), sha256: row.isOther ? nil : document.sha256)
    }

    private func document(_ query: FormFields, _ request: ServerRequest) async throws -> ServerReply {
        let row = try await queries.row(try Self.name(query, try await queries.library.current()))
        let desk = try await queries.library.desk()
        guard let document = try await desk.document(of: row.documentKey) else {
            throw InterfaceError(.notFound, "It is not stored")
        }
        return await documents.reply(document, isInline: false, in: desk.documents, to: request)
    }

    // MARK: Addresses

    private func link(_ relation: String, _ address: String, _ kind: OPDSFeed.Kind) -> OPDSFeed.Link {
        OPDSFeed.Link(relation: relation, address: address, type: kind.mediaType)
    }

    /// What identifies a collection.
    private static func identity(_ key: CollectionKey, _ snapshot: LibrarySnapshot) -> [String] {
        ["collection", snapshot.linkName(ofCatalog: key.catalog), snapshot.linkName(of: key)]
    }

    /// What a link names a collection by.
    private static func fields(_ key: CollectionKey, _ snapshot: LibrarySnapshot) -> [(String, String)] {
        [("catalog", snapshot.name(of: key.catalog)), ("collection", snapshot.linkName(of: key))]
    }

    /// The catalogue that a link names, or whatever somebody wrote in its place.
    private static func catalog(_ query: FormFields, _ snapshot: LibrarySnapshot) -> String? {
        query["catalog"].map { snapshot.location(named: $0) ?? $0 }
    }

    /// What a link names.
    private static func name(_ query: FormFields, _ snapshot: LibrarySnapshot) throws -> ItemName {
        var name = ItemName(catalog: catalog(query, snapshot), item: query["item"])
        name.collection = query["collection"].map { snapshot.collection(ofLink: $0) }
        if let item = name.item, name.collection != nil {
            let key = try NamedItems(snapshot.view).collection(name).key
            name.item = snapshot.item(ofLink: item, in: key)
        }
        return name
    }

    /// An address: a path and a query in ASCII, with the cursor of a request.
    private func address(_ path: String, _ fields: [(String, String)], _ query: FormFields? = nil) -> String {
        let cursor = query?["cursor"].map { [("cursor", $0)] } ?? []
        return FormFields(fields + cursor).link(to: path)
    }
}

extension LibrarySnapshot {
    /// When the latest document of each collection was stored.
    fileprivate var latest: [CollectionKey: Date] {
        var latest: [CollectionKey: Date] = [:]
        for catalog in view.catalogs {
            for (key, memory) in catalog.memory.items {
                guard let date = memory.document?.storedAt else { continue }
                let collection = CollectionKey(of: key)
                latest[collection] = max(latest[collection] ?? date, date)
            }
        }
        return latest
    }
}

extension ServerReply {
    fileprivate static func feed(_ feed: OPDSFeed) -> ServerReply {
        ServerReply(200, type: "\(feed.kind.mediaType);charset=utf-8", feed.xml.html)
    }
}
