import CarrelBasics
import CarrelStages
import Foundation

/// How much a run may still bring: the byte budget, and the free space that is to be left.
final class RunRoom: Sendable {
    /// Bytes after which what is in flight is looked at again.
    private static let step: Int64 = 4 << 20

    private let share: ByteBudget.Share
    private let reserve: Int64
    private let store: any Store
    /// How many bytes had come when somebody looked last.
    private let looked: Locked<Int64>
    private let steps: AsyncStream<Void>
    private let step: AsyncStream<Void>.Continuation

    init(_ share: ByteBudget.Share, reserve: Int64, store: any Store) {
        (self.share, self.reserve, self.store) = (share, reserve, store)
        looked = Locked(share.budget.come)
        (steps, step) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether the bytes that may come are limited.
    var isLimited: Bool { share.budget.limit != nil }

    /// Counts bytes that came.
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

    /// Why nothing further is to be started; `nil` if there is room.
    ///
    /// - Throws: `StoreError` where only the reserve, or less, is free.
    func reasonToStop() async throws(StoreError) -> String? {
        if let limit = share.budget.limit, share.budget.come >= limit {
            return "the byte budget of \(ByteCount(limit)) is used up (download.max-total)"
        }
        guard reserve > 0, let free = await store.freeSpace(), free <= reserve else { return nil }
        throw StoreError(
            .full, subject: store.root?.path ?? "the library",
            reason: "\(ByteCount(free)) are free, and store.reserve keeps \(ByteCount(reserve)) free",
            remedy: "Free some space, or lower store.reserve")
    }

    /// Looks from time to time, as bytes come, until there is no room or the task is cancelled.
    ///
    /// - Returns: whether there is no room.
    /// - Throws: as `reasonToStop`.
    func waitUntilUsedUp() async throws(StoreError) -> Bool {
        for await _ in steps where try await reasonToStop() != nil { return true }
        return false
    }
}
