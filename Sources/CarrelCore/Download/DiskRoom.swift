import CarrelBasics
import CarrelStages
import Foundation

/// The space of a library's disk that documents under way will take.
///
/// A document whose length is announced claims its space before its content comes, so that of many that do not fit
/// together some come whole, instead of all in part.
final class DiskRoom: Sendable {
    /// Identifies a document that is under way.
    typealias Claim = Int

    private struct State {
        /// What nobody had claimed at the last look; `nil` if that is unknown.
        var free: Int64?
        /// What is still to come of each document.
        var claims: [Claim: Int64] = [:]
        var last: Claim = 0
    }

    /// The bytes of a document that is not worth counting.
    private static let small: Int64 = 1 << 20

    private let store: any Store
    private let state = Locked(State())

    /// - Parameter store: keeps the documents.
    init(_ store: any Store) { self.store = store }

    /// Looks how much is free.
    ///
    /// - Returns: the free bytes, those of claims included; `nil` if they are unknown.
    @discardableResult func look() async -> Int64? {
        // What is written meanwhile may not show in the free space: it counts as claimed until the next look.
        let before = state.value.claims
        let free = await store.freeSpace()
        state.withLock { state in
            let claims = before.merging(state.claims, uniquingKeysWith: max)
            state.free = free.map { claims.values.reduce($0, -) }
        }
        return free
    }

    /// Claims space for what is to come of a document.
    ///
    /// - Parameters:
    ///   - bytes: how much that is.
    ///   - reserve: the bytes that stay free beside it.
    /// - Returns: the claim, which is to be ended; `nil` for a document that is too small to be counted.
    func claim(_ bytes: Int64, leaving reserve: Int64) throws(TooLittleRoom) -> Claim? {
        guard bytes > Self.small else { return nil }
        return try state.withLock { (state) throws(TooLittleRoom) -> Claim? in
            let free = (state.free ?? .max) - reserve
            guard bytes <= free else {
                let isFull = state.claims.isEmpty && free <= Self.small
                throw TooLittleRoom(wanted: bytes, free: max(0, free), reserve: reserve, isFull: isFull)
            }
            state.free = state.free.map { $0 - bytes }
            state.last += 1
            state.claims[state.last] = bytes
            return state.last
        }
    }

    /// Notes that bytes of a document were written.
    func note(_ count: Int, of claim: Claim) {
        state.withLock { state in
            guard let rest = state.claims[claim] else { return }
            state.claims[claim] = max(0, rest - Int64(count))
        }
    }

    /// Ends a claim: nothing more comes of its document.
    func end(_ claim: Claim) {
        state.withLock { state in
            guard let rest = state.claims.removeValue(forKey: claim) else { return }
            state.free = state.free.map { $0 + rest }
        }
    }
}

/// Why a document does not come: it is larger than what is free.
struct TooLittleRoom: Error, CustomStringConvertible {
    /// The bytes that are to come.
    let wanted: Int64
    /// The bytes that are free, without those of other documents under way.
    let free: Int64
    /// The bytes that stay free in any case.
    let reserve: Int64
    /// Whether there is hardly room for any other document either.
    let isFull: Bool

    private var reason: String {
        "\(ByteCount(wanted)) are to come, and only \(ByteCount(free)) are free for it"
    }

    /// What to do about it.
    fileprivate static func remedy(keeping reserve: Int64) -> String {
        reserve > 0 ? "Free some space, or lower store.reserve" : "Free some space"
    }

    var description: String { "\(reason). \(Self.remedy(keeping: reserve))" }

    /// The error that ends a run for it.
    func error(of store: any Store) -> StoreError { .noRoom(in: store, keeping: reserve, reason: reason) }
}

extension StoreError {
    /// The error that ends a run because too little is free for any document.
    static func noRoom(in store: any Store, keeping reserve: Int64, reason: String) -> StoreError {
        StoreError(
            .full, subject: store.libraryFolder?.path ?? "the library", reason: reason,
            remedy: TooLittleRoom.remedy(keeping: reserve))
    }
}
