import CarrelBasics
import CarrelStages
import Foundation

/// Whether an assignment may fetch more: checks the byte budget and the disk space that must stay free.
final class RunRoom: Sendable {
    /// The number of received bytes after which the room is checked again.
    private static let step: Int64 = 4 << 20

    private let share: RunBudget.Share
    private let reserve: Int64
    private let store: any Store
    private let disk: DiskRoom
    /// The bytes that had been received at the last check.
    private let looked: Locked<Int64>
    private let steps: AsyncStream<Void>
    private let step: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - share: what the assignment may fetch.
    ///   - reserve: the bytes that stay free on the disk; 0 for none.
    ///   - store: keeps the documents.
    ///   - disk: the space on its disk, which all assignments share.
    init(_ share: RunBudget.Share, reserve: Int64, store: any Store, disk: DiskRoom) {
        (self.share, self.reserve, self.store, self.disk) = (share, reserve, store, disk)
        looked = Locked(share.budget.come)
        (steps, step) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether there is a byte budget.
    var isLimited: Bool { share.budget.limit != nil }

    /// Counts received bytes.
    func note(_ bytes: Int) {
        let limit = share.budget.limit
        guard limit != nil || reserve > 0 else { return }
        let come = share.note(bytes)
        let isDue = looked.withLock { looked in
            guard come >= limit ?? .max || come - looked >= Self.step else { return false }
            looked = come
            return true
        }
        if isDue { step.yield() }
    }

    /// Why the byte budget allows nothing further; `nil` while it does.
    var lackOfBudget: String? {
        guard let limit = share.budget.limit, share.budget.come >= limit else { return nil }
        return "the byte budget of \(ByteCount(limit)) is used up (download.max-total)"
    }

    /// Why no further transfer may start; `nil` if there is room.
    ///
    /// - Throws: `StoreError` with `.full` if only the reserve, or less, is free.
    func reasonToStop() async throws(StoreError) -> String? {
        if let lack = lackOfBudget { return lack }
        guard let free = await disk.look(), reserve > 0, free <= reserve else { return nil }
        throw .noRoom(
            in: store, keeping: reserve,
            reason: "\(ByteCount(free)) are free, and store.reserve keeps \(ByteCount(reserve)) free")
    }

    /// Checks the room as bytes come, until there is none left or the task is cancelled.
    ///
    /// - Returns: whether there is none left.
    /// - Throws: like `reasonToStop`.
    func waitUntilUsedUp() async throws(StoreError) -> Bool {
        for await _ in steps where try await reasonToStop() != nil { return true }
        return false
    }
}
