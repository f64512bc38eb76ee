import CarrelBasics
import CarrelModel
import Foundation

/// What catalogues may use in all when they are synced together: bytes and time.
///
/// The share of each catalogue is what its plan announces, or what was really received if that is more.
final class RunBudget: Sendable {
    /// The share of one catalogue.
    struct Share: Sendable {
        let budget: RunBudget
        fileprivate let number: Int

        /// Counts received bytes.
        ///
        /// - Returns: the bytes received for all shares.
        @discardableResult func note(_ bytes: Int) -> Int64 { budget.note(bytes, number) }
    }

    private struct State {
        var shares: [(announced: Int64, come: Int64)] = []
        var come: Int64 = 0
        /// The sum of the shares.
        var taken: Int64 = 0
    }

    /// The most bytes; `nil` for no limit.
    let limit: Int64?
    /// When nothing more is fetched; `nil` for never.
    let deadline: Date?
    private let state = Locked(State())

    init(bytes limit: Int64? = nil, until deadline: Date? = nil) {
        (self.limit, self.deadline) = (limit, deadline)
    }

    /// The budget of a run that begins now.
    convenience init(_ options: DownloadOptions, from now: Date) {
        self.init(bytes: options.maxTotal, until: options.maxTime.map { now.addingTimeInterval($0.seconds) })
    }

    /// The bytes received for all shares.
    var come: Int64 { state.withLock { $0.come } }

    /// A share for a plan whose bytes are not reserved.
    func share() -> Share { Share(budget: self, number: state.withLock { Self.add(0, to: &$0) }) }

    /// Postpones the entries of a plan that exceed the budget, and takes a share for the rest.
    func share(for plan: inout Plan) -> Share {
        guard let limit else { return share() }
        // Under the lock, so that two plans made at the same time do not both get the same bytes.
        let number = state.withLock { state in
            plan = plan.within(limit, spent: state.taken)
            return Self.add(plan.announcedBytes, to: &state)
        }
        return Share(budget: self, number: number)
    }

    private static func add(_ announced: Int64, to state: inout State) -> Int {
        state.shares.append((announced, 0))
        state.taken += announced
        return state.shares.count - 1
    }

    private func note(_ bytes: Int, _ number: Int) -> Int64 {
        state.withLock { state in
            let share = state.shares[number]
            let come = share.come + Int64(bytes)
            state.shares[number].come = come
            state.taken += max(share.announced, come) - max(share.announced, share.come)
            state.come += Int64(bytes)
            return state.come
        }
    }
}

extension Plan {
    /// The bytes to transfer, as far as the catalogue gives sizes.
    fileprivate var announcedBytes: Int64 {
        entries.reduce(ByteCount(0)) { sum, entry in
            entry.action.transfers ? sum + ByteCount(entry.bytes ?? 0) : sum
        }.bytes
    }
}
