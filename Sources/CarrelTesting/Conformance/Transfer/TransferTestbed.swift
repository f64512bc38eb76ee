import CarrelStages

/// A library with records of every kind, and an empty one that takes them.
public struct TransferTestbed: Sendable {
    /// Opens the library that gives its records.
    let source: LibraryTestbed
    /// Opens the library that takes them.
    let target: LibraryTestbed

    /// - Parameters:
    ///   - source: makes keepers of an empty library.
    ///   - target: makes keepers of another one.
    public init(
        from source: @escaping @Sendable () -> any LibraryKeeper,
        to target: @escaping @Sendable () -> any LibraryKeeper
    ) {
        (self.source, self.target) = (LibraryTestbed(makeKeeper: source), LibraryTestbed(makeKeeper: target))
    }

    /// Fills the first library, and opens both for a copy.
    func opened() async throws -> (from: any RecordTransfer, to: any RecordTransfer) {
        do { try await TransferSample.fill(try await source.open()) }
        return (try await giving(), try await receiving())
    }

    /// Opens the first library.
    func giving() async throws -> any RecordTransfer {
        try requireValue(try await source.open(.giving).transfer, "what gives the records")
    }

    /// Opens the second library.
    func receiving() async throws -> any RecordTransfer {
        try requireValue(try await target.open(.receiving).transfer, "what takes the records")
    }

    /// Copies pages, on from where a copy ended.
    ///
    /// - Parameters:
    ///   - from: gives the records.
    ///   - to: takes them.
    ///   - limit: how many each page has at the most.
    ///   - pages: after how many pages it ends.
    /// - Throws: `StoreError`, `ConformanceFailure`.
    static func copy(
        _ from: any RecordTransfer, _ to: any RecordTransfer, atMost limit: Int, pages: Int = .max
    ) async throws {
        if try await to.unfinishedCopy() == nil {
            let origin = try requireValue(try await from.origin(), "what tells the records from others")
            try await to.beginCopy(RecordCopy(of: origin, title: "FROM"))
        }
        var copy = try requireValue(try await to.unfinishedCopy(), "the note")
        var left = pages
        for kind in copy.left {
            var place = kind == copy.kind ? copy.place : nil
            repeat {
                guard left > 0 else { return }
                left -= 1
                let page = try await from.records(kind, after: place, atMost: limit, of: .own)
                (copy.kind, copy.place, place) = (kind, page.end, page.end)
                try await to.take(page.records, kind, copy)
            } while place != nil
        }
    }

    /// All records of a kind, in no order, with times as exact as both libraries keep them.
    static func all(
        _ kind: RecordKind, of library: any RecordTransfer, besides other: any RecordTransfer
    ) async throws -> Set<[RecordValue]> {
        let step = max(library.timeStep, other.timeStep)
        let records = try await library.records(kind, after: nil, atMost: 10_000, of: .own).records
        return Set(records.map { record in record.map { $0.rounded(to: step) } })
    }

    /// Fails where two libraries do not hold the same.
    static func requireSame(_ from: any RecordTransfer, _ to: any RecordTransfer) async throws {
        for kind in RecordKind.allCases {
            let given = try await all(kind, of: from, besides: to)
            try requireEqual(try await all(kind, of: to, besides: from), given, "the records “\(kind)”")
        }
    }
}
