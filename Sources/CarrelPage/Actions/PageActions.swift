import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// What a person does on a page: each by its name in the path of a form.
struct PageActions: Sendable {
    let host: any PageHost
    let library: PageLibrary
    let hub: LiveHub
    let work: PageWork
    let visitors: Visitors

    /// What became of it.
    enum Outcome: Sendable {
        /// It is done, or on its way.
        case done
        /// Look there next.
        case next(PageAddress)
        /// Why not, for the person.
        case refused(status: Int, String)
    }

    /// Does something.
    ///
    /// - Parameters:
    ///   - name: what.
    ///   - what: what it is about.
    ///   - request: who asks.
    /// - Returns: what became of it; `nil` if there is no such action.
    func perform(_ name: String, _ what: FormFields, _ request: PageRequest) async -> Outcome? {
        do {
            let outcome = try await outcome(name, what, request)
            await library.expire()
            return outcome
        } catch {
            return .refused(status: 409, Self.sentence(error, request.language))
        }
    }

    private func outcome(_ name: String, _ what: FormFields, _ request: PageRequest) async throws -> Outcome?
    {
        let snapshot = try await library.current()
        let address = PageAddress(what, snapshot)
        switch name {
        case "get": return await get(address, request)
        case "cancel": return try await cancel(address, request)
        case "sync": return try await sync(address.catalog, request)
        case "mark-read", "mark-unread":
            return try await mark(address, isRead: name == "mark-read", snapshot)
        case "ignore", "unignore": return try await ignore(address, name == "ignore")
        case "accept", "discard": return try await settle(address, isAccepted: name == "accept", request)
        case "choose", "unchoose": return try await choose(address, isChosen: name == "choose", snapshot)
        case "open": return try await open(address, snapshot)
        case "add":
            return try await add(request.form["address"] ?? "", request.form["name"] ?? "", request)
        default: return nil
        }
    }

    // MARK: Fetching

    private func get(_ address: PageAddress, _ request: PageRequest) async -> Outcome {
        guard let key = address.itemKey else {
            return .refused(status: 404, Phrase.notFound.text(request.language))
        }
        return await begin(request) {
            let desk = try await library.desk()
            let reader = await visitors.reader(of: request.visitor ?? "", desk)
            _ = try await desk.request([key], for: reader)
        }
    }

    private func cancel(_ address: PageAddress, _ request: PageRequest) async throws -> Outcome {
        let desk = try await library.desk()
        let reader = await visitors.reader(of: request.visitor ?? "", desk)
        if let key = address.itemKey { await desk.cancel([key], for: reader) }
        return .done
    }

    private func sync(_ location: String?, _ request: PageRequest) async throws -> Outcome {
        let desk = try await library.desk()
        let locations: [String]
        if let location {
            locations = [location]
        } else {
            locations = try await desk.knownCatalogs().map(\.location)
        }
        guard !locations.isEmpty else { return .done }
        return await begin(request) {
            defer { Task { await library.expire() } }
            _ = try await desk.sync(locations) { location, error in
                Task { await hub.say("\(location): \(error)", isError: true) }
            }
        }
    }

    /// Begins something that takes a while; what goes wrong is told to every page.
    private func begin(_ request: PageRequest, _ body: @escaping @Sendable () async throws -> Void) async
        -> Outcome
    {
        let language = request.language
        let isBegun = await work.begin {
            do {
                try await body()
            } catch is CancellationError {
                return
            } catch PipelineError.cancelled {
                return
            } catch {
                await hub.say(Self.sentence(error, language), isError: true)
            }
        }
        return isBegun ? .done : .refused(status: 503, Phrase.stopped.text(language))
    }

    // MARK: Records

    private func mark(_ address: PageAddress, isRead: Bool, _ snapshot: PageSnapshot) async throws -> Outcome
    {
        let desk = try await library.desk()
        if let key = address.itemKey {
            try await desk.mark([snapshot.row(of: key)?.documentKey ?? key], asRead: isRead)
        } else {
            let news = snapshot.view.news.filter {
                address.catalog == nil || $0.catalog.location == address.catalog
            }
            try await desk.mark(news.flatMap { $0.rows.map(\.documentKey) }, asRead: isRead)
        }
        return .done
    }

    private func ignore(_ address: PageAddress, _ isIgnored: Bool) async throws -> Outcome {
        guard let key = address.itemKey else { return .done }
        try await library.desk().setIgnored(isIgnored, [key], patterns: [])
        return .done
    }

    private func settle(_ address: PageAddress, isAccepted: Bool, _ request: PageRequest) async throws
        -> Outcome
    {
        let desk = try await library.desk()
        guard let key = address.itemKey,
            let document = try await desk.quarantinedDocuments().first(where: { $0.key == key })
        else { return .refused(status: 404, Phrase.nothingSetAside.text(request.language)) }
        if isAccepted {
            let title = try await library.current().row(of: key)?.item.title ?? document.name
            _ = try await desk.accept(document, title: title)
        } else {
            try await desk.discard([document])
        }
        return .done
    }

    private func choose(_ address: PageAddress, isChosen: Bool, _ snapshot: PageSnapshot) async throws
        -> Outcome
    {
        guard let key = address.collectionKey, snapshot.collection(key) != nil else { return .done }
        try await library.desk().setChosen(isChosen, [key])
        return .done
    }

    /// Reads the catalogue that lists a collection's items.
    private func open(_ address: PageAddress, _ snapshot: PageSnapshot) async throws -> Outcome {
        guard let row = address.collectionKey.flatMap({ snapshot.collection($0) }) else { return .done }
        _ = try await library.desk().open(row, refreshes: true)
        return .done
    }

    private func add(_ address: String, _ name: String, _ request: PageRequest) async throws -> Outcome {
        let known = try await host.add(address, name: name.isEmpty ? nil : name)
        let snapshot = try await library.latest()
        await hub.say(Phrase.added.text(request.language, known.name), isError: false)
        guard let first = snapshot.collections.first(where: { $0.key.catalog == known.location }) else {
            return .done
        }
        return .next(PageAddress(first.key))
    }

    /// An error for a person.
    static func sentence(_ error: any Error, _ language: Language) -> String {
        if let error = error as? StoreError, error.code == .busy { return Phrase.busy.text(language) }
        return Phrase.failedBecause.text(language, "\(error)".singleLine)
    }
}
