import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelInterface
import CarrelModel
import CarrelServer
import CarrelStages
import CarrelViews
import Foundation

/// The library for other programs: rows of `--json` over HTTP, and the actions of the page.
struct InterfaceViews: Sendable {
    let queries: LibraryQueries
    let access: Access
    let actions: LibraryActions
    let live: InterfaceEvents
    let documents = DocumentSender()
    /// Who asks for what programs ask for.
    ///
    /// It looks at no collection, so none of their requests is given up for another.
    private let reader = Reader()

    /// Whether a request is for this interface.
    static func takes(_ path: String) -> Bool { path == "/api" || path.hasPrefix("/api/") }

    /// The reply to any request; one that cannot be answered gets a problem (RFC 9457).
    func reply(to request: PageRequest) async -> ServerReply {
        let way: Access.Way
        switch await access.admits(request.request, byPassword: access.asksForName) {
        case .admitted(let found): way = found
        case .refused:
            let isNamed = access.asksForName
            var reply = ServerReply.problem(
                401,
                isNamed
                    ? "the name or the password is missing or wrong: Authorization: Basic"
                    : "the token is missing or wrong: Authorization: Bearer TOKEN")
            reply.fields["WWW-Authenticate"] = isNamed ? Access.challenge : "Bearer"
            return reply
        case .later(let seconds):
            var reply = ServerReply.problem(429, "too many wrong tokens or passwords came")
            reply.fields["Retry-After"] = "\(seconds)"
            return reply
        }
        let route = InterfaceRoute.all.first { $0.path == request.path && $0.changes == request.isPost }
        guard let route else {
            return .problem(404, "there is no such path; /api/openapi.json lists them all")
        }
        if route.changes {
            guard !access.isReadOnly else {
                return .problem(403, "this server only shows the library: it was started with --read-only")
            }
            let isOwn = access.isOwn(request.request.fields["X-Carrel-Token"])
            guard isOwn || way == .bearer else {
                return .problem(403, "changing something takes the token of /api/token in X-Carrel-Token")
            }
        }
        do {
            return try await route.run(self, InterfaceRequest(request, names: route.names))
        } catch {
            return .problem(InterfaceError(error))
        }
    }

    // MARK: Looking

    /// What the library holds, and what goes on.
    func status() async throws -> String {
        let snapshot = try await queries.library.current()
        let holdings = StatusRow.Holdings(snapshot.view)
        var object = JSONObjectText()
        object.add("version", JSONForm.version)
        object.add("change", snapshot.number)
        object.add("catalogues", holdings.catalogs)
        object.add("collections", holdings.collections)
        object.add("items", holdings.items)
        object.add("stored", holdings.stored)
        object.add("new", holdings.new)
        object.add("underWay", try await queries.library.desk().itemsUnderWay().count)
        return object.text
    }

    /// What happens from now on.
    func events() async throws -> ServerReply {
        guard let stream = try await live.listen() else {
            throw InterfaceError(.busy, "too many programs listen; try again later")
        }
        return LiveFrame.reply(stream)
    }

    /// The filter of a list.
    static func filter(_ request: InterfaceRequest) throws(InterfaceError) -> ItemFilter {
        var states = Set<StateWord>()
        for name in (request.text("status") ?? "").split(separator: ",") {
            guard let state = StateWord(typed: String(name)) else {
                throw InterfaceError(.wrong, StateWord.refusal(of: "“status”: “\(name)”"))
            }
            states.insert(state)
        }
        return ItemFilter(states, onlyNews: try request.flag("new") ?? false)
    }

    /// A stored document as it is.
    func document(_ request: InterfaceRequest) async throws -> ServerReply {
        let row = try await queries.row(request.name)
        let desk = try await queries.library.desk()
        guard let document = try await desk.document(of: row.documentKey) else {
            throw LibraryQueries.notStored(row)
        }
        let reply = await documents.reply(document, isInline: false, in: desk.documents, to: request.request)
        return reply.status < 400 ? reply : reply.asProblem
    }

    // MARK: Changing

    /// Reads the catalogue that lists a collection's items, and gives the collection.
    func open(_ request: InterfaceRequest) async throws -> ServerReply {
        let key = try await collection(request)
        _ = try await actions.perform(.open(key), for: reader)
        let name = ItemName(catalog: key.catalog, collection: key.collection)
        return .rows(try await queries.collection(name))
    }

    /// The location of the catalogue that is named; `nil` if none is.
    func location(_ request: InterfaceRequest) async throws -> String? {
        guard let text = request.text("catalog") else { return nil }
        return try NamedItems(try await queries.library.current().view).catalog(text).location
    }

    /// The collection that is named.
    func collection(_ request: InterfaceRequest) async throws -> CollectionKey {
        try NamedItems(try await queries.library.current().view).collection(request.name).key
    }

    /// The entry that is named.
    func item(_ request: InterfaceRequest) async throws -> ItemKey {
        try await queries.row(request.name).entry
    }

    /// The entry that is named, if it can be fetched.
    func listed(_ request: InterfaceRequest) async throws -> ItemKey {
        let row = try await queries.row(request.name)
        if let refusal = row.fetchRefusal {
            throw InterfaceError(.wrong, "\(row.item.title.singleLine) is \(refusal.words)")
        }
        return row.entry
    }

    /// The URL of a catalogue to add.
    static func url(_ request: InterfaceRequest) throws(InterfaceError) -> String {
        guard let address = CatalogAddress(try request.required("address")) else {
            throw InterfaceError(.wrong, "“address” must be a URL with http or https")
        }
        if let refusal = RequestTarget.refusal(of: address.url) {
            throw InterfaceError(.wrong, "“address”: \(refusal.reason)")
        }
        return address.url
    }

    /// What a catalogue to add is to be called; `nil` for a name made of its address.
    static func catalogName(_ request: InterfaceRequest) throws(CatalogNameError) -> String? {
        guard let name = request.text("name") else { return nil }
        // Also where the library knows the catalogue: then nobody looks at the name any further.
        guard KnownCatalog.isName(name) else { throw .malformed }
        return name
    }

    /// What went wrong with something after its reply, for whoever has a page open.
    static func sentence(_ trouble: LibraryActions.Trouble) -> String {
        switch trouble {
        case .action(_, let error): InterfaceError(error).description
        case .catalog(let location, let error): "\(location): \(InterfaceError(error))"
        }
    }

    /// Does something; what takes a while goes on after the reply.
    func perform(_ action: LibraryAction) async throws -> ServerReply {
        switch try await actions.perform(action, for: reader) {
        // What a program asked for is no longer fetched for it, whoever else wants it.
        case .done, .stillFetched:
            switch action {
            case .get, .sync: return ServerReply(202, content: .data(Data()))
            default: return ServerReply(204, content: .data(Data()))
            }
        case .marked, .removed: return ServerReply(204, content: .data(Data()))
        case .added(let known, _):
            if case .add(_, let name?) = action, name != known.name {
                throw InterfaceError(KnownCatalogError(known, wantedName: name))
            }
            let catalog = try await queries.library.current().view.catalog(at: known.location)
            return .rows(JSONForm.line(CatalogRow(catalog, known)) ?? "{}", status: 201)
        case .nothingSetAside: throw InterfaceError(.notFound, "nothing of this item is set aside")
        case .otherSetAside(let named, let files): throw InterfaceError(named: named, files)
        case .stillIgnored(let rule):
            throw InterfaceError(.failed, "\(rule.words.singleLine); carrel unignore takes that back")
        case .stopped: throw InterfaceError(.busy, "the server ends, or too much goes on")
        }
    }
}
