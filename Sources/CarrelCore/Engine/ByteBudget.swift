import CarrelBasics
import CarrelModel

/// The bytes that the catalogues which are brought up to date together may bring.
///
/// Each has a share: as many bytes as its plan announces, or as have come where those are more.
final class ByteBudget: Sendable {
    /// The share of one catalogue.
    struct Share: Sendable {
        let budget: ByteBudget
        fileprivate let number: Int

        /// Counts bytes that came.
        ///
        /// - Returns: how many have come for all shares.
        @discardableResult func note(_ bytes: Int) -> Int64 { budget.note(bytes, number) }
    }

    private struct State {
        var shares: [(announced: Int64, come: Int64)] = []
        var come: Int64 = 0
        /// What the shares come to.
        var taken: Int64 = 0
    }

    /// The most bytes; `nil` for no limit.
    let limit: Int64?
    private let state = Locked(State())

    init(_ limit: Int64?) { self.limit = limit }

    /// How many bytes have come.
    var come: Int64 { state.withLock { $0.come } }

    /// A share of what is announced nowhere.
    func share() -> Share { Share(budget: self, number: state.withLock { Self.add(0, to: &$0) }) }

    /// Leaves out of a plan what the budget has no room for, and takes a share for the rest.
    func share(for plan: inout Plan) -> Share {
        guard let limit else { return share() }
        // Under the lock: two plans that are made at once must not both get the same room.
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
    /// The bytes of what is to be transferred, as far as the catalogue says.
    fileprivate var announcedBytes: Int64 {
        entries.reduce(0) { sum, entry in
            let (next, isOver) = sum.addingReportingOverflow(entry.action.transfers ? entry.bytes ?? 0 : 0)
            return isOver ? .max : next
        }
    }
}
