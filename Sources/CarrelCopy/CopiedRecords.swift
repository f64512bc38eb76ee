import CarrelRecords
import CarrelStages

/// Copies records page by page, and compares them.
struct CopiedRecords {
    private let from, to: any RecordTransfer
    /// How far the copy is.
    private var note: RecordCopy
    /// The profiles of both libraries.
    private let profiles: (from: String?, to: String?)
    private let report: @Sendable (CopyProgress) -> Void

    /// How many records are in memory at once.
    private static let pageLength = 1000

    init(
        from: any RecordTransfer, to: any RecordTransfer, note: RecordCopy,
        profiles: (from: String?, to: String?), report: @escaping @Sendable (CopyProgress) -> Void
    ) {
        (self.from, self.to, self.note) = (from, to, note)
        (self.profiles, self.report) = (profiles, report)
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
                let records = page.records.map { adapted($0, kind) }
                (note.kind, note.place, place) = (kind, page.end, page.end)
                try await to.take(records, kind, note)
                count += page.records.count
                report(.records(kind, count))
            } while place != nil
        }
    }

    /// Copies all records once more.
    mutating func repeatAll() async throws(StoreError) {
        note = RecordCopy(
            of: note.origin, title: note.title, documents: note.documents, isAnew: note.isAnew)
        try await to.beginCopy(note)
        try await copy()
    }

    /// The first kind of records that is not the same in both libraries, but for what `adapted` changes; `nil` if all are.
    ///
    /// - Parameter counts: gets how many of each kind there are.
    func differing(_ counts: inout [RecordKind: Int]) async throws(StoreError) -> RecordKind? {
        let step = max(from.timeStep, to.timeStep)
        for kind in RecordKind.allCases {
            let given = try await tally(of: kind, in: from, step) { adapted($0, kind) }
            guard try await tally(of: kind, in: to, step, as: \.self) == given else { return kind }
            counts[kind] = given.count
        }
        return nil
    }

    private func tally(
        of kind: RecordKind, in library: any RecordTransfer, _ step: Int64,
        as adapted: ([RecordValue]) -> [RecordValue]
    ) async throws(StoreError) -> RecordTally {
        var tally = RecordTally()
        var place: [RecordValue]?
        repeat {
            try checkCancelled()
            let page = try await library.records(kind, after: place, atMost: Self.pageLength, of: readers)
            for record in page.records { tally.add(adapted(record).map { $0.rounded(to: step) }) }
            place = page.end
        } while place != nil
        return tally
    }

    /// A record as the copy has it: catalogues that are read with the profile of the one library are read with that of the
    /// other.
    private func adapted(_ record: [RecordValue], _ kind: RecordKind) -> [RecordValue] {
        guard kind == .known, let column = RecordTable.place(of: "profile", in: kind),
            record[column].text == profiles.from
        else { return record }
        var record = record
        record[column] = profiles.to.map(RecordValue.text) ?? .null
        return record
    }

    private func checkCancelled() throws(StoreError) {
        if Task.isCancelled {
            throw StoreError(.cancelled, subject: note.title, reason: "the copy was interrupted")
        }
    }
}
