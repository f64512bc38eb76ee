import CarrelModel
import CarrelPostgreSQL
import CarrelStages

extension PostgreSQLLibrary {
    /// Records what happened to items, and that publications are done: in two round trips, three where an item is new.
    func commit(_ changes: [LibraryChange], settling publications: [Publication]) throws(StoreError) {
        var settling: [PostgreSQLStatement] = []
        if !publications.isEmpty {
            settling = [
                PostgreSQLStatement(
                    "DELETE FROM publication WHERE token = ANY ($1::text[])",
                    [.texts(publications.map(\.document.token))])
            ]
        }
        guard !changes.isEmpty else {
            if !settling.isEmpty { try session.atomically(settling) }
            return
        }
        let wanted = ItemRows(changes.flatMap(\.items))
        try session.transaction { () throws(StoreError) in
            let found = try session.run([
                Self.nextNumber, PostgreSQLStatement(ItemRows.found, wanted.values),
            ])
            let number = found.first?.first?.integer(0) ?? 0
            var rows = rows(of: wanted, in: found.last)
            var added = Set<ItemKey>()
            let new = changes.compactMap(\.newItem).filter {
                rows[$0.key] == nil && added.insert($0.key).inserted
            }
            if !new.isEmpty {
                try add(new)
                rows = try existingRows(of: wanted.keys)
            }
            var group = CommitGroup(rows: rows, number: number)
            for change in changes { group.add(change) }
            group.flush()
            try session.run(
                settling + group.statements + [Self.counting(number, isSure: false, schema: schema)])
        }
    }
}

extension LibraryChange {
    /// The items whose rows it names.
    fileprivate var items: [ItemKey] {
        switch self {
        case .attempt(let attempt, _): [attempt.key]
        case .stored(let key, _, _, _), .confirmed(let key, _), .restored(let key, _), .moved(let key, _, _),
            .fileTime(let key, _), .removed(let key), .lost(let key, _), .kept(let key, _, _),
            .toldUnlisted(let key):
            [key]
        case .handedOver(let from, let to): [from, to]
        case .quarantined(let document, _), .discarded(let document): [document.key].compactMap(\.self)
        case .released, .held: []
        }
    }

    /// The item that it records where it was never listed.
    fileprivate var newItem: PostgreSQLLibrary.NewItem? {
        switch self {
        case .attempt(let attempt, _):
            PostgreSQLLibrary.NewItem(key: attempt.key, title: attempt.key.item, url: attempt.url)
        case .stored(let key, let title, let document, _):
            PostgreSQLLibrary.NewItem(key: key, title: title, url: document.url)
        case .quarantined(let document, _):
            document.key.map {
                PostgreSQLLibrary.NewItem(key: $0, title: $0.item, url: document.origin.url)
            }
        default: nil
        }
    }
}
