import CarrelBasics
import CarrelModel
import CarrelStages

/// Copies documents from one store to another, some at once.
struct CopiedDocuments: Sendable {
    let from, to: any DocumentTransfer
    private let store: any Store
    private let staging = StagingThread()
    let report: @Sendable (CopyProgress) -> Void
    /// Whether some may be there already, from a copy that was killed.
    var isResumed = false
    /// The names that documents have now, by the recorded ones, where somebody renamed them.
    var names: [String: String] = [:]

    /// How many are read and staged at once.
    static let width = 8
    /// What gets its place together at the most: documents, and bytes.
    static let group = (count: 64, bytes: Int64(64) << 20)

    init(
        from: any DocumentTransfer, to: any DocumentTransfer, store: any Store,
        report: @escaping @Sendable (CopyProgress) -> Void
    ) {
        (self.from, self.to, self.store, self.report) = (from, to, store, report)
    }

    /// Copies every document that is recorded, all versions, and what was set aside.
    func copyAll(of records: any RecordTransfer, _ summary: inout CopySummary) async throws(StoreError) {
        // Closures of the stores cannot change a parameter.
        var counted = summary
        let total = try await RecordedContents.count(of: records)
        var done = 0
        try await RecordedContents.forEach(of: records, named: names) { (contents) throws(StoreError) in
            try await copy(contents, &counted) {
                done += $0
                report(.documents(done, of: total))
            }
        }
        done = 0
        for area in [KeptPlace.Area.versions, .quarantine] {
            try await copy(area, &counted) {
                done += $0
                report(.others(done))
            }
        }
        if isResumed { _ = try await to.put([], replacing: false) }
        summary = counted
    }

    /// Copies what is in an area; a part of it that cannot be listed is told like a document that cannot be read.
    private func copy(
        _ area: KeptPlace.Area, _ summary: inout CopySummary, _ note: (Int) -> Void
    ) async throws(StoreError) {
        var (counted, isListing) = (summary, true)
        do throws(StoreError) {
            try await from.list(area) { (places) throws(StoreError) in
                isListing = false
                try await copy(places.map { RecordedContent(place: $0) }, &counted, note)
                isListing = true
                return true
            }
        } catch {
            guard isListing, error.code == .readOnly || error.concernsOne else { throw error }
            add(.unreadable, named: error.subject, because: error.reason, to: &counted)
        }
        summary = counted
    }

    private func copy(
        _ contents: [RecordedContent], _ summary: inout CopySummary, _ note: (Int) -> Void
    ) async throws(StoreError) {
        var rest = contents[...]
        while !rest.isEmpty {
            var bytes: Int64 = 0
            let group = rest.prefix(Self.group.count).prefix { content in
                defer { bytes += content.digest?.size ?? 0 }
                return bytes < Self.group.bytes
            }
            rest = rest.dropFirst(group.count)
            try await copy(group: Array(group), &summary)
            note(group.count)
        }
    }

    // MARK: A group

    private enum Outcome: Sendable {
        case staged(KeptContent)
        case alreadyThere
        case missing
        case unread(StoreError)
    }

    private func copy(group: [RecordedContent], _ summary: inout CopySummary) async throws(StoreError) {
        let outcomes = try await Together.map(group, atMost: Self.width) {
            content throws(StoreError) in try await self.stage(content)
        }
        var staged: [KeptContent] = []
        for (content, outcome) in zip(group, outcomes) {
            switch outcome {
            case .staged(let content): staged.append(content)
            case .alreadyThere: summary.count(content.place)
            // What vanished from a list meanwhile was no record.
            case .missing: if content.digest != nil { add(.missing, content.place, to: &summary) }
            case .unread(let error):
                add(.unreadable, content.place, because: error.reason, to: &summary)
            }
        }
        guard !staged.isEmpty else { return }
        // What an earlier run put there was removed; versions and what was set aside are in folders of Carrel's own.
        let refused = try await to.put(
            staged, replacing: isResumed && !group.contains(where: \.place.isDocument))
        let namesakes = try await namesakes(of: refused)
        for refusal in refused {
            let reason = Self.reason(refusal, namesakes[FileName(refusal.place.name)])
            add(.unreadable, refusal.place, because: reason, to: &summary)
        }
        let left = Set(refused.map(\.place))
        for content in staged where !left.contains(content.place) {
            summary.count(content.place)
            summary.bytes += content.document.digest.size
        }
    }

    private static func reason(_ refusal: RefusedContent, _ namesake: String?) -> String {
        guard refusal.error.code == .nameTaken else { return refusal.error.reason }
        guard let namesake else {
            return
                "the copy has another file in its place, perhaps an earlier state of it; move that one away"
        }
        return "the place of the copy takes its name for that of \(namesake); rename one of them, or choose "
            + "a place that tells such names apart"
    }

    /// The documents of the copy whose names its place takes for those of refused ones, by these.
    private func namesakes(of refused: [RefusedContent]) async throws(StoreError) -> [FileName: String] {
        var wanted: [String: FileName] = [:]
        for refusal in refused where refusal.place.isDocument && refusal.error.code == .nameTaken {
            let name = refusal.place.name
            wanted[DocumentName.collisionKey(name)] = FileName(name)
        }
        guard !wanted.isEmpty else { return [:] }
        var (found, there): ([FileName: String], Set<FileName>) = ([:], [])
        try await to.list(.documents) { (places) throws(StoreError) in
            for place in places {
                guard let name = wanted[DocumentName.collisionKey(place.name)] else { continue }
                if FileName(place.name) == name { there.insert(name) } else { found[name] = place.name }
            }
            return true
        }
        // Where both names are, the place tells them apart.
        return found.filter { !there.contains($0.key) }
    }

    /// Counts what is not as its record says, and tells of it.
    func add(
        _ state: CopyTrouble.State, _ place: KeptPlace, because reason: String? = nil,
        to summary: inout CopySummary
    ) {
        add(state, named: place.name, because: reason, to: &summary)
    }

    private func add(
        _ state: CopyTrouble.State, named name: String, because reason: String?,
        to summary: inout CopySummary
    ) {
        summary.troubles[state, default: 0] += 1
        report(.trouble(CopyTrouble(name, state, reason: reason)))
    }

    private func stage(_ content: RecordedContent) async throws(StoreError) -> Outcome {
        let place = content.place
        do throws(StoreError) {
            if isResumed, try await isDone(content) { return .alreadyThere }
        } catch {
            guard error.concernsOne else { throw error }
            return .unread(error)
        }
        // A writer that is not finished discards what it wrote.
        let writer = NotingWriter(try await staging.writer(for: place, in: store))
        do throws(StoreError) {
            guard let entry = try await from.copy(place, into: writer) else { return .missing }
            var document = try await staging.finish(writer)
            document.fileTime = entry.fileTime
            return .staged(KeptContent(document, at: place))
        } catch {
            // Who may not read one document may read the next; who may not write one may write none.
            guard error.concernsOne || error.code == .readOnly && !writer.hasFailed else { throw error }
            return .unread(error)
        }
    }

    /// Whether an earlier run has copied a document as it is; what it copied otherwise is removed.
    private func isDone(_ content: RecordedContent) async throws(StoreError) -> Bool {
        try await removeFormer(of: content)
        if try await isThere(content.place) { return true }
        // The original was written to since.
        if try await isOurs(content) { try await to.remove(content.place) }
        return false
    }

    /// Whether an earlier run has copied what is at a place: it gets its time before it gets the place.
    func isThere(_ place: KeptPlace) async throws(StoreError) -> Bool {
        guard let taken = try await to.entry(at: place), let given = try await from.entry(at: place),
            let takenTime = taken.fileTime, let givenTime = given.fileTime
        else { return false }
        return taken.size == given.size && takenTime.isSame(as: givenTime)
    }

    // MARK: What was copied before the original changed

    /// Removes documents of an earlier run that the original does not have, or not as they were copied.
    ///
    /// - Parameter records: the records that the earlier run copied.
    func removeOutdated(recorded records: any RecordTransfer) async throws(StoreError) {
        try await RecordedContents.forEach(of: records) { (contents) throws(StoreError) in
            _ = try await Together.map(contents, atMost: Self.width) { content throws(StoreError) in
                do throws(StoreError) {
                    guard try await !self.isThere(content.place), try await self.isOurs(content) else {
                        return
                    }
                    try await self.to.remove(content.place)
                } catch {
                    // It is looked at again, and told, when it is copied.
                    guard error.concernsOne else { throw error }
                }
            }
        }
    }

    /// Removes what an earlier run copied before somebody renamed it.
    private func removeFormer(of content: RecordedContent) async throws(StoreError) {
        guard let place = content.recordedPlace, try await from.entry(at: place) == nil else { return }
        var former = content
        former.place = place
        if try await isOurs(former) { try await to.remove(place) }
    }

    /// Whether what is at a place of the copy is what its record says, so that an earlier run put it there.
    private func isOurs(_ content: RecordedContent) async throws(StoreError) -> Bool {
        guard let digest = content.digest, let entry = try await to.entry(at: content.place),
            entry.size == digest.size
        else { return false }
        guard let time = entry.fileTime, let recorded = content.fileTime else { return true }
        return time.isSame(as: recorded)
    }

    /// Removes versions, and what was set aside, that the original does not have.
    func removeOthers() async throws(StoreError) {
        for area in [KeptPlace.Area.versions, .quarantine] {
            try await to.list(area) { (places) throws(StoreError) in
                _ = try await Together.map(places, atMost: Self.width) { place throws(StoreError) in
                    if try await self.from.entry(at: place) == nil { try await self.to.remove(place) }
                }
                return true
            }
        }
    }
}
