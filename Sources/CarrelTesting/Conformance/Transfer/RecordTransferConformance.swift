import CarrelBasics
import CarrelModel
import CarrelStages

/// The promises of `RecordTransfer`, from one library to another.
public enum RecordTransferConformance {
    /// Every check; each gets two empty libraries.
    public static let checks: [ConformanceCheck<TransferTestbed>] = [
        ConformanceCheck("a library that took all records of another one holds the same") { testbed in
            for limit in [1, 2, 1000] {
                let (from, to) = try await (limit == 1 ? testbed.opened() : testbed.reopened())
                if limit > 1 { try await to.beginCopy(try await copy(of: from)) }
                try await TransferTestbed.copy(from, to, atMost: limit)
                try await TransferTestbed.requireSame(from, to)
            }
        },
        ConformanceCheck("every kind of record is given") { testbed in
            let (from, _) = try await testbed.opened()
            for kind in RecordKind.allCases {
                let page = try await from.records(kind, after: nil, atMost: 10, of: .own)
                try require(!page.records.isEmpty, "no records “\(kind)” were given")
            }
        },
        ConformanceCheck("a finished copy is a library as any other") { testbed in
            do {
                let (from, to) = try await testbed.opened()
                try await TransferTestbed.copy(from, to, atMost: 3)
                try await to.finishCopy()
                try require(try await to.unfinishedCopy() == nil, "the note is still there")
            }
            let (source, target) = try await (testbed.source.open(.shared), testbed.target.open())
            try await requireSameViews(source, target)
            try await requireGrowing(target)
        },
        ConformanceCheck("a library that is made for a copy opens for receiving only before that begins") {
            testbed in
            do { _ = try await testbed.receiving() }
            try await requireUnfinished(testbed)
            try require(try await testbed.receiving().unfinishedCopy() == nil, "a copy has begun")
            let (from, to) = try await testbed.opened()
            try await TransferTestbed.copy(from, to, atMost: 100)
            try await TransferTestbed.requireSame(from, to)
        },
        ConformanceCheck("an unfinished copy opens for receiving only, and goes on after its last page") {
            testbed in
            let from: any RecordTransfer
            do {
                let opened = try await testbed.opened()
                from = opened.from
                try await TransferTestbed.copy(from, opened.to, atMost: 1, pages: 5)
            }
            try await requireUnfinished(testbed)
            let to = try await testbed.receiving()
            try requireEqual(try await to.unfinishedCopy()?.origin, try await from.origin(), "the origin")
            try await TransferTestbed.copy(from, to, atMost: 1)
            try await TransferTestbed.requireSame(from, to)
        },
        ConformanceCheck("a copy that begins anew holds nothing of the first one") { testbed in
            let (from, to) = try await testbed.opened()
            try await TransferTestbed.copy(from, to, atMost: 100)
            try await to.beginCopy(RecordCopy(of: RecordOrigin(identity: "another", number: 2), title: "B"))
            for kind in RecordKind.allCases where kind != .sequence {
                let page = try await to.records(kind, after: nil, atMost: 10, of: .own)
                try requireEqual(page.records.count, 0, "the records “\(kind)”")
            }
            try requireEqual(try await to.unfinishedCopy()?.origin.identity, "another", "the origin")
        },
        ConformanceCheck("a library that has records of its own takes none") { testbed in
            do { try await TransferSample.fill(try await testbed.target.open()) }
            let to = try await testbed.receiving()
            let copy = RecordCopy(of: RecordOrigin(identity: "another", number: 1), title: "another")
            try await requireRefusal(.nameTaken, "the records of a library were removed") {
                try await to.beginCopy(copy)
            }
            let left = try await to.records(.documents, after: nil, atMost: 10, of: .own)
            try requireEqual(left.records.count, 1, "the documents that are left")
        },
        ConformanceCheck("what cannot be records of a kind is refused") { testbed in
            let (from, to) = try await testbed.opened()
            let copy = try await copy(of: from)
            try await to.beginCopy(copy)
            for records in [[[.text("x")]], [[]], [[.integer(1), .integer(2)]]] as [[[RecordValue]]] {
                try await requireRefusal(.database, "\(records) was taken") {
                    try await to.take(records, .catalogs, copy)
                }
            }
        },
        ConformanceCheck("nobody else writes to a library while it gives its records") { testbed in
            let (from, _) = try await testbed.opened()
            try await requireRefusal(.busy, "two had the library at once") {
                _ = try await testbed.source.keeper.open(.exclusive)
            }
            _ = try await from.origin()
        },
        ConformanceCheck("two libraries are told apart") { testbed in
            let (from, to) = try await testbed.opened()
            let (first, second) = try await (from.origin(), to.origin())
            try require(first?.identity != second?.identity, "both are \(first?.identity ?? "nothing")")
        },
    ]

    private static func copy(of from: any RecordTransfer) async throws -> RecordCopy {
        RecordCopy(of: try requireValue(try await from.origin(), "the origin"), title: "FROM")
    }

    /// Fails where two libraries answer otherwise.
    private static func requireSameViews(_ source: any Library, _ target: any Library) async throws {
        let (key, location) = (LibrarySample.key, LibrarySample.location)
        try requireEqual(
            try await target.catalog(at: location), try await source.catalog(at: location), "the catalogue")
        try requireEqual(
            try await target.document(of: key), try await source.document(of: key), "the document")
        try requireEqual(
            try await target.memory(of: location).items, try await source.memory(of: location).items,
            "the memory")
        try requireEqual(
            try await target.recentViews(limit: 5), try await source.recentViews(limit: 5), "the views")
        try requireEqual(try await target.selection(), try await source.selection(), "the selection")
        try requireEqual(
            try await target.unchosenCollections(of: location),
            try await source.unchosenCollections(of: location), "the collections that are not wanted")
        let (ignored, expected) = try await (target.ignored(), source.ignored())
        try requireEqual(Set(ignored.items), Set(expected.items), "the items that are left alone")
        try requireEqual(Set(ignored.patterns), Set(expected.patterns), "the patterns")
        try requireEqual(
            try await target.printedList(of: TransferSample.terminal, at: TransferSample.date),
            TransferSample.list, "the printed list")
        try requireEqual(
            try await target.pendingPublications(), try await source.pendingPublications(),
            "the pending publications")
    }

    /// Fails where the library that takes records opens for anything else.
    private static func requireUnfinished(_ testbed: TransferTestbed) async throws {
        for access in [LibraryAccess.shared, .exclusive, .giving] {
            let error = try await requireRefusal(.incomplete, "an unfinished copy was opened as \(access)") {
                _ = try await testbed.target.keeper.open(access)
            }
            try require(error.remedy?.contains("carrel library copy") == true, "there is no remedy")
        }
    }

    /// Fails where a library cannot go on: its next records need numbers that no other has.
    private static func requireGrowing(_ library: any Library) async throws {
        try await library.record(
            LibrarySample.catalog, reading: LibrarySample.reading("http://new.example/list"))
        let key = LibrarySample.key("http://x.example/a", in: "http://new.example/list")
        try await library.commit([LibrarySample.stored(key, "new"), LibrarySample.tried(.stored, of: key)])
        try requireEqual(try await library.document(of: key)?.name, "new", "the new document")
        let before = LibrarySample.key
        try requireEqual(try await library.document(of: before)?.name, "C1-a", "the copied document")
    }
}

extension TransferTestbed {
    /// Opens both for a copy once more.
    fileprivate func reopened() async throws -> (from: any RecordTransfer, to: any RecordTransfer) {
        (try await giving(), try await receiving())
    }
}
