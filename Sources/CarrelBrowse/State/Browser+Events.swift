import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// What happens, apart from keys.
extension Browser {
    /// Whether an event leaves what is seen as it is: that nothing goes on is told ten times a second.
    package func isIdle(_ event: BrowserEvent) -> Bool {
        guard case .change(.activity) = event else { return false }
        var next = self
        _ = next.take(event)
        return next.activity == activity && next.message == message && next.mode == mode
    }

    /// Takes something that happened.
    ///
    /// - Parameter event: what.
    /// - Returns: what is to be done, in order.
    package mutating func take(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        // Escape and a key right behind it look like a key with Alt, and there is no such key here.
        case .input(.key(.alt(let character))): return press(.escape) + press(.character(character))
        case .input(.key(let key)): return press(key)
        case .input(.paste(let text)): return paste(text)
        case .input(.mouse(let action, let place)): return point(action, place)
        case .input(.attributes): return []
        case .resized(let columns, let lines): return resize(columns: columns, lines: lines)
        case .library(let snapshot, let underWay, let outline, let selected):
            // What was read knows everything but what is on its way.
            live = underWay
            return takeLibrary(snapshot, outline, selected)
        case .unreadable(let reason):
            trouble = reason
            return []
        case .list(let list, let index, let serial):
            guard serial == listSerial else { return [] }
            // Who went on while it was made stays there.
            let chosen = anchor
            let place = chosen == listAnchor ? index : chosen.flatMap(list.index(of:))
            (self.list, isListing, listTrouble) = (list, false, nil)
            cursor.move(to: place ?? cursor.index, of: list.rows.count, height: height(of: .items))
            return inspect()
        case .listFailed(let reason, let serial):
            guard serial == listSerial else { return [] }
            (list, isListing, listTrouble) = (ItemList(), false, reason)
            return inspect()
        case .detail(let state, let serial):
            guard serial == detailSerial else { return [] }
            takeDetail(state)
            return []
        case .week(let week):
            self.week = week
            day = [day, week.today].compactMap(\.self).first(where: week.days.contains) ?? week.days.first
            moduleCursor.move(
                to: moduleCursor.index, of: week.timetable.modules.count, height: height(of: .items))
            return []
        case .change(let change): return takeChange(change)
        case .message(let text, let isError):
            say(text, isError: isError)
            return []
        case .unread(let text):
            unread += 1
            let count = unread > 1 ? "\(unread) catalogues cannot be read. The last one: " : ""
            say(count + text, isError: true)
            return []
        case .busy(let text):
            message = Message(text: text.singleLine, isError: true, endsWhenFree: true)
            return []
        case .free:
            if message?.endsWhenFree == true {
                say("The library is free again. What was asked for was not done.")
            }
            return []
        case .looked(let look, let address): return take(look, at: address)
        case .marked(let keys):
            if !keys.isEmpty { marked = keys }
            say(keys.isEmpty ? "Nothing is new." : "Marked as read: \(keys.count). u takes that back.")
            // Nothing stays in a list that somebody cleared, unless it is open.
            let isCleared = focus != .detail && (place == .news || filter.status == .new)
            return isCleared ? relist(anchor: nil) : []
        case .undone(let keys):
            if marked == keys { marked = [] }
            return []
        case .removed(let name, let removal): return take(removal, of: name)
        case .sync(.needless):
            if message?.endsWithReading ?? true { say("There is no catalogue to sync yet: + adds one.") }
            return []
        case .sync(.begun):
            if syncs == 0 { unread = 0 }
            syncs += 1
            return []
        case .sync(.ended(let summary)):
            syncs -= 1
            // What went wrong is said already, and what else is said is to be read.
            if message?.endsWithReading ?? true {
                message = nil
                if let summary { say(Self.words(summary)) }
            }
            return []
        case .opened:
            if message?.endsWithReading == true { message = nil }
            return []
        case .verified(let progress):
            take(progress)
            return []
        case .added(let key):
            guard let key else { return [] }
            focus = .items
            return [.reload] + show(.collection(key))
        }
    }

    private mutating func takeLibrary(
        _ snapshot: LibrarySnapshot, _ outline: Outline, _ selected: CollectionKey?
    ) -> [BrowserEffect] {
        let before = self.snapshot
        self.snapshot = snapshot
        self.outline = outline
        trouble = nil
        if let searched {
            self.searched = nil
            listSearch(searched)
        }
        if case .collection(let key)? = place, before?.collection(key) != nil, snapshot.collection(key) == nil
        {
            // It went with its catalogue, or another library is in the place of this one.
            return show(.news)
        }
        if before == nil, place == nil {
            let first = selected.flatMap { snapshot.collection($0)?.key } ?? snapshot.collections.first?.key
            guard let first else {
                outlineCursor.move(to: 0, of: self.outline.entries.count, height: height(of: .library))
                return []
            }
            focus = .items
            return show(.collection(first))
        }
        if let place, let index = self.outline.index(of: place) {
            outlineCursor.move(to: index, of: self.outline.entries.count, height: height(of: .library))
        } else {
            settle()
        }
        return place == .week ? [.week] : relist(anchor: anchor)
    }

    /// Asks whether to add what an address was taken for.
    private mutating func take(_ look: CatalogLook, at address: String) -> [BrowserEffect] {
        message = nil
        switch look {
        case .known(let catalog):
            say("The library has it already: “\(catalog.name)”.")
            let first = snapshot?.collections.first { $0.key.catalog == catalog.location }?.key
            return first.map { show(.collection($0)) } ?? []
        case .found(let outline, let name):
            let parts = [
                outline.parser.map { "read as \($0)" },
                Counted.text(outline.items, "item"),
                "\(outline.transfers) to fetch", outline.deferred > 0 ? "\(outline.deferred) on demand" : nil,
                outline.problems.isEmpty ? nil : "\(outline.problems.count) not usable",
            ]
            let said = parts.compactMap(\.self).joined(separator: ", ")
            ask("“\(name)”: \(said). Add it?".singleLine, .perform(.add(address, name: nil)))
            return []
        }
    }

    /// Says what became of removing a catalogue, and goes on to what is new.
    private mutating func take(_ removal: Desk.Removal, of name: String) -> [BrowserEffect] {
        guard removal.setAside == 0 else {
            say("“\(name)” has documents that are set aside: accept or discard them first.", isError: true)
            return []
        }
        let files = Counted.text(removal.left, "file") + " left in the folder"
        say("Removed “\(name)”: \(files).")
        return [.reload] + show(.news)
    }

    /// What came of a sync.
    private static func words(_ summary: RunSummary) -> String {
        let counts = Counted.parts([
            (summary.new, "new"), (summary.updated, "updated"), (summary.failed, "failed"),
            (summary.quarantined, "set aside"), (summary.parked, "paused"),
            (summary.unreached, "not started"), (summary.unread, "not read"),
            (summary.posted, "left to the workers"),
        ])
        return "Synced: \(counts.isEmpty ? "nothing new" : counts.joined(separator: ", "))."
    }

    /// Says what a verification found, and asks whether to mend it.
    private mutating func take(_ progress: LibraryCheck.Progress) {
        let intact = progress.counts[.intact] ?? 0
        func documents(_ count: Int, are state: String) -> String? {
            guard count > 0 else { return nil }
            return "\(Counted.text(count, "document")) \(count == 1 ? "is" : "are") \(state)"
        }
        // What cannot be read stays, whatever is fetched again.
        let unreadable = documents(progress.faults - progress.repairable, are: "unreadable")
        if let failure = progress.failure {
            say("\(failure)", isError: true)
        } else if !progress.repairs, let ruined = documents(progress.repairable, are: "damaged or missing") {
            let apart = unreadable.map { " (\($0))" } ?? ""
            ask("\(ruined). Fetch again?\(apart)", .verify(repairs: true))
        } else if progress.faults > 0 {
            let left = [documents(progress.repairable, are: "still damaged or missing"), unreadable]
            let words = left.compactMap(\.self).joined(separator: ", ")
            say("\(words): \(progress.reason ?? "")", isError: true)
        } else if progress.repairs, let repaired = Self.repaired(progress) {
            say(repaired + (progress.awaitsRequest ? " when you ask for it." : "."))
        } else {
            say("\(intact) of \(progress.documents) as they were stored.")
        }
    }

    /// What a repair did; `nil` if there was nothing to do.
    private static func repaired(_ progress: LibraryCheck.Progress) -> String? {
        if progress.counts[.damaged] != nil { return "What was damaged is set aside, and is fetched again" }
        return progress.counts[.missing].map { _ in "What was missing is fetched again" }
    }

    private mutating func takeChange(_ change: LibraryWatch.Change) -> [BrowserEffect] {
        switch change {
        case .states(let states):
            if let item = message?.endsWithItem, states[item] != nil { message = nil }
            asked.subtract(states.keys)
            for (key, told) in states {
                // How something ended is shown until the library, which records it, is read again.
                if told.live != nil || live[key]?.isUnderWay == true { live[key] = told.live }
            }
            // Details say why something failed.
            if detail.side == .details { return inspect() }
        case .library:
            if message?.endsWithReading == true { message = nil }
            return [.reload]
        case .unreadable(nil):
            if message?.endsWhenReadable == true { message = nil }
            return [.reload]
        case .unreadable(let error?):
            message = Message(text: "\(error)".singleLine, isError: true, endsWhenReadable: true)
        case .activity(let state):
            if message?.endsWithReading == true, state.planned > activity.planned { message = nil }
            if message?.endsWithItem != nil, state.isBusy { message = nil }
            activity = state
            // It is told ten times a second: the key that ended the typing answers no question, and one right behind it seldom.
            if mayAsk, !questions.isEmpty { mode = questions.removeFirst() }
        }
        return []
    }

    // MARK: Mouse

    private mutating func point(_ action: MouseAction, _ spot: ScreenPlace) -> [BrowserEffect] {
        guard mode == .normal,
            let pane = Pane.allCases.first(where: { layout.areas[$0]?.contains(spot) == true })
        else { return [] }
        switch action {
        case .wheelUp, .wheelDown:
            let before = focus
            focus = pane
            defer { focus = before }
            return move(action == .wheelUp ? -3 : 3)
        case .press:
            // Another pane is elsewhere as soon as somebody is in it.
            let (body, pointed) = (layout.body(pane), module(at: spot))
            focus = pane
            guard let line = body.map({ spot.line - $0.line }), line >= 0 else { return [] }
            switch context {
            case .library:
                let index = outlineCursor.top + line
                guard outline.entries.indices.contains(index), let place = outline.entries[index].place else {
                    return []
                }
                outlineCursor.move(to: index, of: outline.entries.count, height: height(of: .library))
                return show(place)
            case .items:
                guard list.rows.indices.contains(cursor.top + line) else { return [] }
                cursor.move(to: cursor.top + line, of: list.rows.count, height: height(of: .items))
                return inspect()
            case .week:
                let count = week?.timetable.modules.count ?? 0
                guard let pointed, pointed < count else { return [] }
                moduleCursor.move(to: pointed, of: count, height: height(of: .items))
                return []
            case .document: return inspect()
            }
        case .other: return []
        }
    }
}
