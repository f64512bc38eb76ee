import CarrelBasics
import CarrelCore

/// A verification of the library that somebody began: how far it is, and what it found.
///
/// There is one at a time; who asks for another one meanwhile sees that one.
package final class LibraryCheck: Sendable {
    /// What is known of it.
    package struct Progress: Sendable {
        /// Whether it goes on.
        package var isRunning = true
        /// Whether it sets damaged documents aside.
        package var repairs: Bool
        /// How many names there are of each state, so far.
        package var counts: [Verification.State: Int] = [:]
        /// What is not as it was recorded, in order; the first `LibraryCheck.mostFindings`.
        package private(set) var findings: [Verification] = []
        /// How many stored documents are damaged, missing or unreadable, and were not repaired.
        package private(set) var faults = 0
        /// How many of these a repair would have set aside or forgotten.
        package private(set) var repairable = 0
        /// Why the first of them was not that has a reason.
        package private(set) var reason: String?
        /// Whether one that was repaired is fetched again only when somebody asks for it.
        package private(set) var awaitsRequest = false
        /// Why it ended before its end; `nil` if it did not.
        package var failure: (any Error)?

        package init(repairs: Bool) { self.repairs = repairs }

        /// How many names were looked at.
        package var total: Int { counts.values.reduce(0, +) }
        /// How many of these are of documents, and not of files that the library does not know.
        package var documents: Int { total - (counts[.stray] ?? 0) - (counts[.unlisted] ?? 0) }

        /// Takes the next result.
        package mutating func take(_ result: Verification) {
            counts[result.state, default: 0] += 1
            if result.state != .intact, findings.count < LibraryCheck.mostFindings { findings.append(result) }
            if result.isFault, !result.isRepaired {
                (faults, reason) = (faults + 1, reason ?? result.reason)
                repairable += result.isRepairable ? 1 : 0
            }
            awaitsRequest = awaitsRequest || result.isFetchedOnRequest
        }
    }

    /// How many findings are kept.
    private static let mostFindings = 500
    private let state = Locked<Progress?>(nil)

    package init() {}

    /// What is known of the last one; `nil` before the first.
    package var progress: Progress? { state.value }

    /// Takes the place of the one that goes on; false if there is one already.
    package func begin(repairs: Bool) -> Bool {
        state.withLock { state in
            guard state?.isRunning != true else { return false }
            state = Progress(repairs: repairs)
            return true
        }
    }

    /// Frees the place again, because nothing can be begun.
    package func giveUp() { state.withLock { $0 = nil } }

    /// Verifies; after `begin`, and to its end before another `begin`.
    ///
    /// - Parameter desk: the library.
    /// - Throws: what `Desk.verify` throws; it is also kept as the failure.
    package func run(_ desk: Desk) async throws {
        let repairs = progress?.repairs == true
        do {
            try await desk.verify(repairs: repairs) { [state] result in
                state.withLock { $0?.take(result) }
            }
            state.withLock { $0?.isRunning = false }
        } catch {
            state.withLock { state in
                state?.isRunning = false
                state?.failure = error
            }
            throw error
        }
    }
}
