import CarrelModel
import CarrelStages

/// Documents that are to be looked into, and those that were and are to be recorded.
///
/// Rows of documents are looked into at once, each by one task, while one group of those before is recorded.
struct LookingQueue {
    /// A document that was looked into.
    struct Seen: Sendable {
        var item: IndexedItem
        /// The preview to keep; `nil` if it is kept already.
        var preview: KeptPreview?

        /// Why there is no preview; `nil` if there is one, or was before.
        var failure: IndexProgress.Failure? {
            guard let preview, preview.preview == nil else { return nil }
            return IndexProgress.Failure(item: item, reason: preview.failure ?? "no previewer")
        }

        /// How much text is in memory, in bytes.
        fileprivate var size: Int { preview?.preview?.text.utf8.count ?? 0 }
    }

    /// How many documents are recorded together at the most, and how much text.
    private static let (groupSize, groupBytes) = (512, 8 << 20)
    /// How many documents a task looks into, one after the other.
    private static let mostInRow = 8

    private let width, rowLength: Int
    private var rest: ArraySlice<IndexPlan.Wanted>
    private var (rows, isRecording) = (0, false)
    private var group: [Seen] = []
    /// How much text the group has, in bytes.
    private var bytes = 0

    /// Queues documents.
    ///
    /// - Parameters:
    ///   - wanted: the documents.
    ///   - width: how many rows are looked into at once.
    init(_ wanted: [IndexPlan.Wanted], width: Int) {
        (rest, self.width) = (wanted[...], width)
        rowLength = min(Self.mostInRow, max(1, wanted.count / (width * 4)))
    }

    /// The next documents to look into; `nil` if there are none, or if enough are being looked into.
    ///
    /// Where a full group cannot be recorded yet it is waited for, since what was looked into is all in memory.
    mutating func nextRow() -> ArraySlice<IndexPlan.Wanted>? {
        guard rows < width, !rest.isEmpty, !isFull || !isRecording else { return nil }
        defer { rest = rest.dropFirst(rowLength) }
        rows += 1
        return rest.prefix(rowLength)
    }

    /// Takes the documents of a row.
    mutating func add(_ seen: [Seen]) {
        rows -= 1
        group += seen
        bytes += seen.reduce(0) { $0 + $1.size }
    }

    /// The next documents to record: a full group, or the last one; `nil` if there is none, or if one is being recorded.
    mutating func nextGroup() -> [Seen]? {
        guard !isRecording, isFull || rest.isEmpty && rows == 0 && !group.isEmpty else { return nil }
        defer { (group, bytes, isRecording) = ([], 0, true) }
        return group
    }

    /// Notes that a group was recorded.
    mutating func noteRecorded() { isRecording = false }

    private var isFull: Bool { group.count >= Self.groupSize || bytes >= Self.groupBytes }
}
