import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages

/// What the commands of keys do.
extension Browser {
    mutating func perform(_ command: BrowserCommand) -> [BrowserEffect] {
        let page = focus == .detail ? detail.seenLines(height: detailHeight) : height(of: focus)
        switch command {
        case .down: return move(1)
        case .up: return move(-1)
        case .first: return move(-1, isFar: true)
        case .last: return move(1, isFar: true)
        case .halfDown: return move(max(1, page / 2))
        case .halfUp: return move(-max(1, page / 2))
        case .pageDown: return move(page)
        case .pageUp: return move(-page)
        case .left, .previousPane: return go(-1)
        case .right, .nextPane: return go(1)
        case .choose: return choose()
        case .back: return back()
        case .find: prompt(for: .find)
        case .findNext: return findAgain(1)
        case .findPrevious: return findAgain(-1)
        case .search: prompt(for: .search)
        case .filter:
            guard place?.isApplication != true, place != nil else { return [] }
            focus = .items
            prompt(for: .filter, filter.text)
        case .news: return jump(to: .news)
        case .setAside: return jump(to: .setAside)
        case .recent: return jump(to: .recent)
        case .week: return jump(to: .week)
        case .converter: return jump(to: .converter)
        case .sync: return sync()
        case .syncAll:
            sayReading("Syncing all catalogues …")
            return [.perform(.sync(nil))]
        case .add: prompt(for: .add)
        case .markAllRead: ask("Mark everything new as read?", .markAll(nil, isRead: true))
        case .undo: return undo()
        case .verify: return [.verify(repairs: false)]
        case .remove: askToRemove()
        case .download, .cancel, .markRead, .ignore, .accept, .discard, .open, .tries, .versions,
            .details:
            return row.map { perform(command, $0) } ?? []
        case .tick: return tick()
        case .previousDay: return changeDay(-1)
        case .nextDay: return changeDay(1)
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .help: mode = .help(top: 0)
        case .quit: return [.quit]
        }
        return []
    }

    mutating func ask(_ question: String, _ action: LibraryAction) { ask(question, .perform(action)) }

    /// Asks; a question that comes while keys are for something else takes none of them.
    mutating func ask(_ question: String, _ effect: BrowserEffect) {
        let question = Mode.question(question, effect)
        if mayAsk { mode = question } else { questions.append(question) }
    }

    // MARK: Panes

    private mutating func go(_ step: Int) -> [BrowserEffect] {
        guard let pane = Pane(rawValue: focus.rawValue + step) else { return [] }
        guard pane != .detail || place?.isApplication != true && row != nil else { return [] }
        guard pane != .items || place != nil else { return [] }
        focus = pane
        settle()
        return inspect() + (pane == .detail ? note() : [])
    }

    /// Who goes into a document has looked at it; who only passes by has not.
    private func note() -> [BrowserEffect] {
        guard let row, row.document != nil, !row.isUnnamed else { return [] }
        return [.note(row.viewKey)]
    }

    private mutating func choose() -> [BrowserEffect] {
        switch context {
        case .library:
            guard let place else { return [] }
            focus = .items
            settle()
            guard case .collection(let key) = place, let collection = snapshot?.collection(key)?.collection,
                collection.further != nil, collection.items.isEmpty
            else { return inspect() }
            return inspect() + open(key)
        case .items:
            guard let row else { return [] }
            let offers = ItemOffer.of(row, state(of: row))
            let isWanted = !row.isStored && (offers.contains(.download) || offers.contains(.tryAgain))
            return isWanted ? download(row) : go(1)
        case .document: return go(-1)
        case .week: return tick()
        }
    }

    private mutating func back() -> [BrowserEffect] {
        if focus == .detail, isSoughtTyped {
            (sought, isSoughtTyped) = (SoughtWords(""), false)
            return []
        }
        if focus != .library, !filter.isEmpty { return endFilter() }
        if focus == .library, case .search = place { return endSearch() }
        return go(-1)
    }

    private mutating func jump(to place: ListedPlace) -> [BrowserEffect] {
        guard outline.index(of: place) != nil else {
            say(place == .week ? "The library has no timetable." : "The library is not read yet.")
            return []
        }
        focus = .items
        return show(place)
    }

    // MARK: Doing

    private mutating func sync() -> [BrowserEffect] {
        guard case .collection(let key) = place, let snapshot else {
            say("Choose a collection, or press S to sync all catalogues.")
            return []
        }
        guard snapshot.collection(key)?.collection.further == nil else { return open(key) }
        sayReading("Syncing “\(snapshot.name(of: key.catalog))” …")
        return [.perform(.sync(key.catalog))]
    }

    private mutating func open(_ key: CollectionKey) -> [BrowserEffect] {
        sayReading("Reading what it lists …")
        return [.perform(.open(key))]
    }

    private mutating func perform(_ command: BrowserCommand, _ row: LibraryView.Row) -> [BrowserEffect] {
        let offers = Set(ItemOffer.of(row, state(of: row)))
        func act(_ needed: ItemOffer, _ action: LibraryAction) -> [BrowserEffect]? {
            offers.contains(needed) ? [.perform(action)] : nil
        }
        let (title, file) = (row.item.title, list.file(at: cursor.index))
        let effects: [BrowserEffect]?
        switch command {
        case .download: effects = offers.isDisjoint(with: [.download, .tryAgain]) ? nil : download(row)
        case .cancel: effects = act(.cancel, .cancel(row.entry)) ?? giveUp(row)
        case .markRead:
            effects =
                act(.markRead, .mark(row.entry, isRead: true))
                ?? act(.markUnread, .mark(row.entry, isRead: false))
        case .ignore:
            // As the command line does, whatever is stored: so a slip can be undone.
            effects =
                act(.unignore, .ignore(row.entry, false))
                ?? (row.isOfUnknownItem ? nil : [.perform(.ignore(row.entry, true))])
        case .accept:
            if offers.contains(.accept) {
                ask("Store what was set aside as “\(title)”?", .accept(row.entry, file: file))
            }
            effects = offers.contains(.accept) ? [] : nil
        case .discard:
            if offers.contains(.discard) {
                ask("Remove for good what was set aside for “\(title)”?", .discard(row.entry, file: file))
            }
            effects = offers.contains(.discard) ? [] : nil
        case .open: effects = offers.contains(.openFile) ? [.open(row.entry)] : nil
        case .tries: effects = turn(to: .tries)
        case .details: effects = turn(to: .details)
        case .versions: effects = row.document == nil ? nil : turn(to: .versions)
        default: effects = nil
        }
        if effects == nil {
            say("That cannot be done with this item: it is \(StateWords.obstacle(state(of: row))).")
        }
        return effects ?? []
    }

    /// Asks for an item, and says so: nothing else shows it while another process uses the library.
    private mutating func download(_ row: LibraryView.Row) -> [BrowserEffect] {
        message = Message(text: "Downloading …", isError: false, endsWithItem: row.documentKey)
        asked.insert(row.documentKey)
        return [.perform(.get(row.entry))]
    }

    /// Takes back that an item is asked for, while its state does not yet tell that it is.
    private mutating func giveUp(_ row: LibraryView.Row) -> [BrowserEffect]? {
        guard asked.remove(row.documentKey) != nil else { return nil }
        say("It is no longer asked for.")
        return [.perform(.cancel(row.entry))]
    }

    /// Shows another side of the item, or its document again.
    private mutating func turn(to side: Inspection.Side) -> [BrowserEffect] {
        detail.side = detail.side == side ? .document : side
        (detail.top, detail.place, detail.found, detail.awaited) = (0, nil, nil, nil)
        focus = layout.areas[.detail] == nil ? .detail : focus
        return inspect()
    }

    /// Asks whether to remove the catalogue that is looked at.
    private mutating func askToRemove() {
        guard case .collection(let key) = place, let name = snapshot?.name(of: key.catalog) else {
            say("Choose a collection of the catalogue first.")
            return
        }
        ask(
            "Remove “\(name)” from the library, and leave its files in the folder?".singleLine,
            LibraryAction.remove(key.catalog, withFiles: false))
    }

    /// Takes back that everything was marked as read.
    private mutating func undo() -> [BrowserEffect] {
        guard !marked.isEmpty else {
            say("There is nothing to take back.")
            return []
        }
        return [.perform(.markNew(marked))]
    }

    // MARK: The week

    private mutating func tick() -> [BrowserEffect] {
        let modules = week?.timetable.modules ?? []
        guard modules.indices.contains(moduleCursor.index) else { return [] }
        let module = modules[moduleCursor.index]
        return [.perform(.choose(module.key, !module.isChosen))]
    }

    private mutating func changeDay(_ step: Int) -> [BrowserEffect] {
        guard let days = week?.days, let index = days.firstIndex(of: day ?? .monday) else { return go(-1) }
        guard days.indices.contains(index + step) else { return step < 0 ? go(-1) : [] }
        day = days[index + step]
        return []
    }
}
