import CarrelStages

/// Copies records page by page, and compares them.
struct CopiedRecords {
    private let from, to: any RecordTransfer
    /// How far the copy is.
    private var note: RecordCopy
    private let report: @Sendable (CopyProgress) -> Void

    /// How many records are in memory at once.
    private static let pageLength = 1000

    init(
        from: any RecordTransfer, to: any RecordTransfer, note: RecordCopy,
        report: @escaping @Sendable (CopyProgress) -> Void
    ) {
        (self.from, self.to, self.note, self.report) = (from, to, note, report)
    }

    /// Everybody's where both tell readers apart, else those of the one who copies.
    private var readers: RecordReaders { from.keepsReaders && to.keepsReaders ? .all : .own }

    /// Copies what is not there yet.
    mutating func copy() async throws(StoreError) {
        for kind in note.left {
            var place = kind == note.kind ? note.place : nil
            var count = 0
            repeat {
                try checkCancelled()
                let page = try await from.records(
                    kind, after: place, atMost: Self.pageLength, of: readers)
                (note.kind, note.place, place) = (kind, page.end, page.end)
                try await to.take(page.records, kind, note)
                count += page.records.count
                report(.records(kind, count))
            } while place != nil
        }
    }

    /// Copies all records once more.
    mutating func repeatAll() async throws(StoreError) {
        note = RecordCopy(of: note.origin, title: note.title, isAnew: note.isAnew)
        try await to.beginCopy(note)
        try await copy()
    }

    /// The first kind of records that is not the same in both libraries; `nil` if all are.
    ///
    /// - Parameter counts: gets how many of each kind there are.
    /// - Returns: the kind.
    /// - Throws: `StoreError`.
    func differing(_ counts: inout [RecordKind: Int]) async throws(StoreError) -> RecordKind? {
        let step = max(from.timeStep, to.timeStep)
        for kind in RecordKind.allCases {
            let given = try await tally(of: kind, in: from, step)
            guard try await tally(of: kind, in: to, step) == given else { return kind }
            counts[kind] = given.count
        }
        return nil
    }

    private func tally(
        of kind: RecordKind, in library: any RecordTransfer, _ step: Int64
    ) async throws(StoreError) -> RecordTally {
        var tally = RecordTally()
        var place: [RecordValue]?
        repeat {
            try checkCancelled()
            let page = try await library.records(kind, after: place, atMost: Self.pageLength, of: readers)
            for record in page.records { tally.add(record.map { $0.rounded(to: step) }) }
            place = page.end
        } while place != nil
        return tally
    }

    private func checkCancelled() throws(StoreError) {
        if Task.isCancelled {
            throw StoreError(.cancelled, subject: note.title, reason: "the copy was interrupted")
        }
    }
}
