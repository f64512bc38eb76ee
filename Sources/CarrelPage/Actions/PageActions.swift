import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages

/// What a person does on a page: each by its name in the path of a form.
struct PageActions: Sendable {
    let library: CurrentLibrary
    let hub: LiveHub
    let events: InterfaceEvents
    let visitors: Visitors
    let notes = VisitorNotes()
    private let host: any LibraryHost
    private let work: BackgroundWork
    private let check: LibraryCheck
    private let undo: UndoList

    init(
        host: any LibraryHost, library: CurrentLibrary, hub: LiveHub, events: InterfaceEvents,
        work: BackgroundWork, visitors: Visitors, check: LibraryCheck, undo: UndoList
    ) {
        (self.host, self.library, self.hub, self.events) = (host, library, hub, events)
        (self.work, self.visitors, self.check, self.undo) = (work, visitors, check, undo)
    }

    /// What became of it.
    enum Outcome: Sendable {
        /// It is done, or on its way.
        case done
        /// Look there next.
        case next(PageAddress)
        /// Go on at this path.
        case at(String)
        /// That is what is at the address.
        case looked(CatalogLook)
        /// Show the settings of a catalogue again, with what is wrong with them.
        case refusedSettings(location: String, RefusedSettings)
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
        let language = request.language
        do {
            switch name {
            case "verify", "repair": return try await verify(name == "repair", request)
            case "look", "add":
                guard let address = CatalogAddress(request.form["address"] ?? "") else {
                    return .refused(status: 422, Phrase.wrongAddress.text(language))
                }
                if name == "add" {
                    return try await act(.add(address.url, name: Self.name(request)), request)
                }
                return .looked(try await host.look(address.url, name: Self.name(request)))
            case "settings": return try await change(what, request)
            default: break
            }
            let address = PageAddress(what, try await library.current())
            // Without it, the action would be about all catalogues.
            guard address.catalog != nil || (what["catalogue"] ?? "").isEmpty else {
                return .refused(status: 404, Sentence.ofNoCatalog(what["catalogue"], language))
            }
            switch action(name, what, address) {
            case .none: return nil
            case .nothing: return .done
            case .notFound: return .refused(status: 404, Phrase.notFound.text(language))
            case .action(let action):
                let outcome = try await act(action, request)
                // What failed can be asked for again.
                if name == "undo" { undo.forget(what["undo"] ?? "") }
                return outcome
            }
        } catch {
            return .refused(status: 409, Sentence.of(error, language))
        }
    }

    private func act(_ action: LibraryAction, _ request: PageRequest) async throws -> Outcome {
        let desk = try await library.desk()
        let reader = await visitors.reader(of: request.visitor ?? "", desk)
        if !request.isOfScript {
            switch action {
            // Whoever hears nothing of what goes on after the answer learns from it that nothing can.
            case .get, .sync: try await desk.waitUntilWritable()
            default: break
            }
        }
        let actions = LibraryActions(host, library, work) { await report($0, request) }
        return await answer(try await actions.perform(action, for: reader), request)
    }

    /// Begins to verify; what was damaged is then fetched again.
    private func verify(_ repairs: Bool, _ request: PageRequest) async throws -> Outcome {
        let desk = try await library.desk()
        guard check.begin(repairs: repairs) else { return .done }
        let isBegun = await work.begin {
            do {
                try await check.run(desk)
                guard repairs else { return }
                let actions = LibraryActions(host, library, work) { await report($0, request) }
                _ = try await actions.perform(.sync(nil), for: Reader())
            } catch {
                await report(.action(.sync(nil), error), request)
            }
        }
        guard isBegun else {
            check.giveUp()
            return .refused(status: 503, Phrase.stopped.text(request.language))
        }
        return .done
    }

    /// What a form asks for.
    private enum Asked {
        case action(LibraryAction)
        /// It is about nothing.
        case nothing
        case notFound

        init(_ action: LibraryAction?) { self = action.map { .action($0) } ?? .nothing }
    }

    private func action(_ name: String, _ what: FormFields, _ address: PageAddress) -> Asked? {
        let (item, collection) = (address.itemKey, address.collectionKey)
        switch name {
        case "get": return item.map { .action(.get($0)) } ?? .notFound
        case "cancel": return Asked(item.map { .cancel($0) })
        case "sync": return .action(.sync(address.catalog))
        case "seen": return Asked(item.map { .note($0) })
        case "mark-read", "mark-unread":
            let isRead = name == "mark-read"
            guard item != nil || what["item"] == nil else { return .notFound }
            return .action(
                item.map { .mark($0, isRead: isRead) } ?? .markAll(address.catalog, isRead: isRead))
        case "ignore", "unignore": return Asked(item.map { .ignore($0, name == "ignore") })
        case "accept": return item.map { .action(.accept($0, file: what["file"])) } ?? .notFound
        case "discard":
            let file = what["file"]
            let found = item ?? file.map(QuarantineEntry.key(ofToken:))
            return found.map { .action(.discard($0, file: file)) } ?? .notFound
        case "choose", "unchoose": return Asked(collection.map { .choose($0, name == "choose") })
        case "open": return Asked(collection.map { .open($0) })
        case "remove":
            return address.catalog.map { .action(.remove($0, withFiles: what["files"] == "with")) }
                ?? .notFound
        case "undo": return undo.keys(what["undo"] ?? "").map { .action(.markNew($0)) } ?? .notFound
        default: return nil
        }
    }

    /// What a catalogue is to be called; `nil` for a name made of its address.
    private static func name(_ request: PageRequest) -> String? {
        request.form["name"]?.nonEmpty
    }

    private func answer(_ outcome: LibraryActions.Outcome, _ request: PageRequest) async -> Outcome {
        let language = request.language
        switch outcome {
        case .done: return .done
        case .added(let catalog, let first):
            await say(Phrase.added.text(language, catalog.name), isError: false, request)
            return first.map { .next(PageAddress($0)) } ?? .done
        case .marked(let keys): return keys.isEmpty ? .done : .at("/new?undo=\(undo.keep(keys))")
        case .removed(let name, let removal): return await removed(name, removal, request)
        case .nothingSetAside: return .refused(status: 404, Phrase.nothingSetAside.text(language))
        case .otherSetAside: return .refused(status: 409, Phrase.otherSetAside.text(language))
        case .stillFetched: return .refused(status: 409, Phrase.stillFetched.text(language))
        case .stillIgnored(let rule):
            return .refused(status: 409, Phrase.stillIgnored.text(language, rule.text.singleLine))
        case .stopped: return .refused(status: 503, Phrase.stopped.text(language))
        }
    }

    /// Tells every page what went wrong, and every program.
    private func report(_ trouble: LibraryActions.Trouble, _ request: PageRequest) async {
        await events.tell(trouble)
        switch trouble {
        case .action(_, let error): await say(Sentence.of(error, request.language), isError: true, request)
        case .catalog(let location, let error):
            await say("\(location): \(error)", isError: true, request)
        }
    }

    /// Tells every open page a sentence; a browser without scripts gets it with its next page, as does one that leaves its page
    /// for another one.
    private func say(_ text: String, isError: Bool, _ request: PageRequest, leaves: Bool = false) async {
        await hub.say(text, isError: isError)
        guard leaves || !request.isOfScript, let visitor = request.visitor else { return }
        await notes.add(VisitorNotes.Note(text: text.singleLine, isError: isError), for: visitor)
    }

    // MARK: Catalogues

    /// Changes how a catalogue is read.
    private func change(_ what: FormFields, _ request: PageRequest) async throws -> Outcome {
        guard let location = PageAddress(what, try await library.current()).catalog else {
            return .refused(status: 404, Sentence.ofNoCatalog(what["catalogue"], request.language))
        }
        let values = SettingsPage.values(request.form)
        do {
            let faults = SettingsPage.faults(request.form)
            guard faults.isEmpty else { throw faults }
            let name = SettingsPage.name(request.form)
            let changed = try await host.change(location, name: name, values: values)
            guard let changed else { return .refused(status: 404, Phrase.ofAProfile.text(request.language)) }
            let link = try await library.renewed().linkName(ofCatalog: changed.location)
            return .at(FormFields([("catalogue", link), ("saved", "1")]).link(to: "/catalogue"))
        } catch let refused as RefusedSettings {
            return .refusedSettings(location: location, refused)
        }
    }

    private func removed(_ name: String, _ removal: Desk.Removal, _ request: PageRequest) async -> Outcome {
        let language = request.language
        guard removal.setAside == 0 else {
            return .refused(status: 409, Phrase.setAsideFirst.text(language))
        }
        let parts = [
            Phrase.removed.text(language, name),
            removal.removed > 0 ? Phrase.removedFiles.text(language, String(removal.removed)) : nil,
            removal.left > 0 ? Phrase.leftFiles.text(language, String(removal.left)) : nil,
        ]
        await say(parts.compactMap(\.self).joined(separator: " "), isError: false, request, leaves: true)
        return .at("/")
    }
}
