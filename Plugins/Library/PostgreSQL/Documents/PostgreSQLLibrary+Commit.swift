import CarrelModel
import CarrelPostgreSQL
import CarrelStages

extension PostgreSQLLibrary {
    /// Records what happened to items, and that publications and jobs are done: in two round trips, three where an item is
    /// new.
    func commit(
        _ changes: [LibraryChange], settling publications: [Publication], ending tickets: [JobTicket]
    ) throws(StoreError) -> Set<HostLease.Number> {
        guard !changes.isEmpty || !publications.isEmpty || !tickets.isEmpty else { return [] }
        let wanted = ItemRows(changes.flatMap(\.items))
        let catalogs = Set(wanted.keys.map(\.catalog))
        // Nobody waits for whoever has the library alone, and records much at once.
        let brief = worker == nil ? [] : [PostgreSQLStatement.brief]
        return try transaction { () throws(StoreError) in
            // The leases before the number: while they are locked, they are not lost.
            let found = Array(
                try session.run(
                    Self.sharing(catalogs, schema: schema) + brief + [
                        TicketStatements.locking(tickets), Self.nextNumber,
                        PostgreSQLStatement(ItemRows.found, wanted.values),
                    ]
                ).suffix(3))
            guard found.count == 3 else { throw session.noAnswer }
            let leases = found[0].map { $0.integer(0) ?? 0 }
            let lost = Set(tickets.map(\.lease)).subtracting(leases)
            guard lost.isEmpty else { return lost }
            var rows = rows(of: wanted, in: found[2])
            var added = Set<ItemKey>()
            let new = changes.compactMap(\.newItem).filter {
                rows[$0.key] == nil && added.insert($0.key).inserted
            }
            if !new.isEmpty {
                try add(new)
                rows = try existingRows(of: wanted.keys)
            }
            let number = found[1].first?.integer(0) ?? 0
            var group = CommitGroup(rows: rows, number: number, worker: found[0].first?.integer(1) ?? worker)
            for change in changes { group.add(change) }
            group.flush()
            try session.run(
                Self.settling(publications) + group.statements
                    + (tickets.isEmpty ? [] : try TicketStatements.ending(tickets, schema: schema))
                    + [Self.counting(number, isSure: false, schema: schema)])
            return []
        }
    }

    private static func settling(_ publications: [Publication]) -> [PostgreSQLStatement] {
        if publications.isEmpty { return [] }
        return [
            PostgreSQLStatement(
                "DELETE FROM publication WHERE token = ANY ($1::text[])",
                [.texts(publications.map(\.document.token))])
        ]
    }
}

extension LibraryChange {
    /// The items whose rows it names.
    fileprivate var items: [ItemKey] {
        switch self {
        case .attempt(let attempt, _): [attempt.key]
        case .stored(let key, _, _, _), .confirmed(let key, _), .restored(let key, _), .moved(let key, _, _),
            .fileTime(let key, _), .removed(let key), .lost(let key, _), .kept(let key, _, _),
            .accepted(let key, _), .refused(let key, _), .declared(let key, _), .toldUnlisted(let key):
            [key]
        case .handedOver(let from, let to): [from, to]
        case .quarantined(let document, _), .discarded(let document): [document.key].compactMap(\.self)
        case .released, .held, .answered: []
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
