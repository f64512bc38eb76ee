import CarrelBasics
import CarrelModel
import CarrelStages

extension CopiedDocuments {
    /// Reads everything that was copied, and compares it with the records, or with the original if it is not as recorded.
    ///
    /// What differs is removed, so that the next run copies it again.
    ///
    /// - Parameters:
    ///   - records: those of the original.
    ///   - isFast: whether sizes, times and the service's digests do.
    ///   - summary: gets how many documents are damaged or edited.
    /// - Throws: `StoreError` with `.system` if something differs.
    func compare(
        with records: any RecordTransfer, isFast: Bool, _ summary: inout CopySummary
    ) async throws(StoreError) {
        var (counted, wrong) = (summary, [KeptPlace]())
        try await compareAll(of: records, isFast: isFast, total: summary.contents) { content, state in
            switch state {
            // What is missing was told when it could not be copied.
            case .asRecorded, .missing: break
            case .edited: add(.edited, content.place, to: &counted)
            case .damaged: add(.damaged, content.place, to: &counted)
            case .wrong: wrong.append(content.place)
            }
        }
        summary = counted
        guard let first = wrong.first else { return }
        for place in wrong { try await to.remove(place) }
        throw StoreError(
            .system, subject: first.name,
            reason: wrong.count == 1
                ? "its copy is not like the original"
                : "its copy and \(wrong.count - 1) more are not like the originals",
            remedy: "Run the same command again: what differs is copied once more")
    }

    /// Compares a copy that an earlier run finished, and changes nothing.
    ///
    /// - Parameters:
    ///   - records: those of the original, which are those of the copy, too.
    ///   - isFast: whether sizes, times and the service's digests do.
    ///   - summary: gets what the copy has, and how many documents are not as recorded.
    /// - Returns: whether everything is like the original.
    func areWhole(
        _ records: any RecordTransfer, isFast: Bool, _ summary: inout CopySummary
    ) async throws(StoreError) -> Bool {
        var (counted, isWhole) = (summary, true)
        let total = try await RecordedContents.count(of: records)
        try await compareAll(of: records, isFast: isFast, total: total) { content, state in
            switch state {
            case .asRecorded: break
            case .edited: add(.edited, content.place, to: &counted)
            case .damaged: add(.damaged, content.place, to: &counted)
            case .missing:
                if content.digest != nil { add(.missing, content.place, to: &counted) }
                return
            case .wrong:
                isWhole = false
                return
            }
            counted.count(content.place)
        }
        summary = counted
        return isWhole
    }

    /// Compares everything that was copied, some at once, and tells how each is.
    private func compareAll(
        of records: any RecordTransfer, isFast: Bool, total: Int,
        _ note: (RecordedContent, State) -> Void
    ) async throws(StoreError) {
        var count = 0
        func look(at contents: [RecordedContent]) async throws(StoreError) {
            for group in contents.groups(of: Self.group.count) {
                let states = try await Together.map(Array(group), atMost: Self.width) {
                    content throws(StoreError) in
                    isFast ? try await self.fastState(of: content) : try await self.state(of: content)
                }
                for (content, state) in zip(group, states) { note(content, state) }
                count += group.count
                report(.comparing(count, of: max(count, total)))
            }
        }
        try await RecordedContents.forEach(of: records, named: names) { (contents) throws(StoreError) in
            try await look(at: contents)
        }
        for area in [KeptPlace.Area.versions, .quarantine] {
            try await from.list(area) { (places) throws(StoreError) in
                try await look(at: places.map { RecordedContent(place: $0) })
                return true
            }
        }
    }

    private enum State: Sendable {
        case asRecorded
        /// Like the original, which somebody edited.
        case edited
        /// Like the original, which is not like its record.
        case damaged
        /// In neither place.
        case missing
        /// Not like the original.
        case wrong
    }

    private func state(of content: RecordedContent) async throws(StoreError) -> State {
        let taken = try await to.digest(at: content.place)
        if let taken, taken == content.digest { return .asRecorded }
        guard try await from.digest(at: content.place) == taken else { return .wrong }
        guard taken != nil else { return .missing }
        return content.digest == nil ? .asRecorded : try await unlikeRecord(content)
    }

    private func unlikeRecord(_ content: RecordedContent) async throws(StoreError) -> State {
        content.isTouched(try await from.entry(at: content.place)) ? .edited : .damaged
    }

    private func fastState(of content: RecordedContent) async throws(StoreError) -> State {
        guard let taken = try await to.entry(at: content.place) else {
            return try await from.entry(at: content.place) == nil ? .missing : .wrong
        }
        guard let recorded = content.digest else {
            return try await isThere(content.place) ? .asRecorded : .wrong
        }
        if taken.size == recorded.size, let sha256 = taken.sha256, sha256 == recorded.sha256 {
            return .asRecorded
        }
        guard try await isThere(content.place) else { return .wrong }
        let seemsRecorded = taken.size == recorded.size && taken.sha256 == nil
        return seemsRecorded ? .asRecorded : try await unlikeRecord(content)
    }
}
