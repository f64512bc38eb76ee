import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// Going through the library: what is listed, and what is looked into.
extension Browser {
    /// Lists a place.
    mutating func show(_ place: ListedPlace) -> [BrowserEffect] {
        guard place != self.place else { return [] }
        self.place = place
        (filter, list, listTrouble) = (ListFilter(), ItemList(), nil)
        if mode == .filter { typed = TypedLine() }
        cursor = ListCursor()
        (detail, detailSource) = (Inspection(), nil)
        detailSerial += 1
        if let index = outline.index(of: place) {
            outlineCursor.move(to: index, of: outline.entries.count, height: height(of: .library))
        }
        switch place {
        case .week: return [.noDetail, .week]
        case .converter: return [.noDetail]
        default: return [.noDetail] + relist(anchor: nil)
        }
    }

    /// The row that is chosen; `nil` while a list of something else is still to come.
    var anchor: ItemList.Anchor? {
        isListing && listAnchor == nil ? nil : list.anchor(at: cursor.index)
    }

    /// Makes the list again; `anchor` is the row that stays there, and chosen.
    mutating func relist(anchor: ItemList.Anchor?) -> [BrowserEffect] {
        guard let place, !place.isApplication else { return [] }
        listSerial += 1
        (isListing, listAnchor) = (true, anchor)
        return [.list(place, filter, anchor: anchor, serial: listSerial)]
    }

    /// Looks into the chosen item, where that is seen and was not done before.
    mutating func inspect() -> [BrowserEffect] {
        guard let row, place?.isApplication != true else {
            (detail, detailSource) = (Inspection(), nil)
            detailSerial += 1
            return [.noDetail]
        }
        if detail.entry != row.entry {
            detail = Inspection()
            detail.entry = row.entry
            // What was searched for can be gone through in the document.
            let found = list.hit(at: cursor.index)?.found ?? []
            if !found.isEmpty || !isSoughtTyped {
                (sought, isSoughtTyped) = (SoughtWords(anyOf: found), false)
            }
        }
        guard let area = layout.body(.detail) else { return [] }
        let head = self.head(of: row, in: area).count
        let room = PreviewRoom(
            columns: area.columns, lines: max(1, area.lines - head), isLong: detail.isLong)
        let details =
            detail.side == .details ? DetailHead(row, state(of: row)).whole(width: area.columns) : nil
        let source = DetailSource(
            entry: row.entry, document: row.document, room: room, side: detail.side, details: details)
        guard source != detailSource else { return [] }
        detailSource = source
        detailSerial += 1
        if let details {
            takeDetail(.shown(DetailContent(details)))
            return [.noDetail]
        }
        guard row.document != nil || detail.side == .tries else {
            detail.state = .none
            return [.noDetail]
        }
        // What was shown stays until there is something else, unless it was of another item.
        if case .shown = detail.state {} else { detail.state = .loading }
        return [.detail(row.entry, shown: room, side: detail.side, serial: detailSerial)]
    }

    /// What stands above an item's document: at most half of the pane, if anything stands below.
    func head(of row: LibraryView.Row, in area: ScreenArea) -> [StyledLine] {
        let (head, half) = (DetailHead(row, state(of: row)), area.lines / 2)
        guard detail.side != .details else { return head.brief(width: area.columns, most: half) }
        let isAlone = row.document == nil && detail.side == .document
        return head.lines(width: area.columns, most: isAlone ? max(half, area.lines - 3) : half)
    }

    mutating func scrollDetail(to top: Int) {
        let top = max(0, min(top, detail.lastTop(height: detailHeight)))
        guard top != detail.top else { return }
        (detail.top, detail.place) = (top, nil)
    }

    /// Shows what is inside a document; if it was shown before, what was seen first or found last stays in sight.
    mutating func takeDetail(_ state: Inspection.State) {
        let awaited = detail.awaited.take()
        replaceDetail(state)
        switch awaited {
        case .end: scrollDetail(to: detail.lineCount)
        case .words:
            if message?.endsWithReading == true { message = nil }
            goToFound(from: detail.top, 1)
        case nil: break
        }
    }

    private mutating func replaceDetail(_ state: Inspection.State) {
        let former = detail
        (detail.state, detail.found) = (state, nil)
        guard case .shown(let old) = former.state, case .shown(let new) = state,
            old.lines.indices.contains(former.top)
        else { return scrollDetail(to: detail.top) }
        // Who draws a window larger and smaller gets to the same place again.
        let place = former.place ?? old.places[former.top]
        scrollDetail(to: new.places.lastIndex { $0 <= place } ?? 0)
        detail.place = place
        guard let last = former.found, let hit = sought.lines(in: old.lines).firstIndex(of: last) else {
            return
        }
        detail.found = sought.lines(in: new.lines).dropFirst(hit).first
        let wasSeen = last >= former.top && last < former.top + former.seenLines(height: detailHeight)
        guard wasSeen, let found = detail.found else { return }
        if found >= detail.top + detail.seenLines(height: detailHeight) { scrollDetail(to: found) }
    }

    /// Moves in the pane where the person is.
    ///
    /// - Parameters:
    ///   - step: how many rows or lines; with `isFar`, to the first or the last one.
    ///   - isFar: whether to go as far as possible.
    /// - Returns: what is to be done.
    mutating func move(_ step: Int, isFar: Bool = false) -> [BrowserEffect] {
        switch context {
        case .library: return moveInOutline(step, isFar)
        case .items:
            guard !list.rows.isEmpty else { return [] }
            let target = isFar ? (step < 0 ? 0 : list.rows.count - 1) : cursor.index + step
            if !isFar, abs(step) == 1, !list.rows.indices.contains(target) {
                say(step < 0 ? "This is the first item." : "This is the last item.")
            }
            cursor.move(to: target, of: list.rows.count, height: height(of: .items))
            return inspect()
        case .document:
            scrollDetail(to: isFar ? (step < 0 ? 0 : detail.lineCount) : detail.top + step)
            let end: Inspection.Awaited? = isFar && step > 0 ? .end : nil
            if detail.awaited != nil { detail.awaited = end }
            return step > 0 && detail.top == detail.lastTop(height: detailHeight) ? readOn(for: end) : []
        case .week:
            guard isFar || abs(step) == 1 else {
                scrollWeek(step)
                return []
            }
            let count = week?.timetable.modules.count ?? 0
            let target = isFar ? (step < 0 ? 0 : count - 1) : moduleCursor.index + step
            moduleCursor.move(to: target, of: count, height: height(of: .items))
            return []
        }
    }

    /// Shows later hours of the week, or earlier ones: at most as many lines further as are seen.
    private mutating func scrollWeek(_ step: Int) {
        guard let week, let area = weekAreas?.hours else { return }
        let (text, seen) = (
            WeekLines(week, day ?? week.today, columns: area.columns), max(1, area.lines - 1)
        )
        let top = text.top(near: weekTop, seen: seen)
        weekTop = text.top(near: top + max(-seen, min(step, seen)), seen: seen)
    }

    private mutating func moveInOutline(_ step: Int, _ isFar: Bool) -> [BrowserEffect] {
        let count = outline.entries.count
        let wanted = isFar ? (step < 0 ? 0 : count - 1) : max(0, min(count - 1, outlineCursor.index + step))
        let direction = step < 0 ? -1 : 1
        guard let target = outline.next(from: wanted, direction) ?? outline.next(from: wanted, -direction)
        else {
            return []
        }
        // Headings above the first row that can be chosen are seen, too.
        outlineCursor.move(to: target, of: count, height: height(of: .library))
        return outline.entries[target].place.map { show($0) } ?? []
    }

    /// Takes what was searched for from the sections, and shows the first of the others.
    mutating func endSearch() -> [BrowserEffect] {
        guard searched != nil, case .search = outline.entries.first?.place else { return [] }
        searched = nil
        outline.entries.removeFirst()
        return moveInOutline(-1, true)
    }

    /// Shows what was searched for among the sections.
    mutating func listSearch(_ words: String) {
        if searched != nil, case .search = outline.entries.first?.place { outline.entries.removeFirst() }
        searched = words
        outline.entries.insert(
            .place(.search(words), title: "Search: \(words)", subtitle: nil, counts: nil), at: 0)
    }
}
