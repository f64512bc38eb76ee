import CarrelModel
import CarrelStages

/// The hosts that fail for one item after the other.
///
/// They pause, each time for longer, so that a server that restarts costs no document. One item that fails says nothing of
/// its host: it waits alone, and the others go on.
struct HostTroubles {
    /// What failed of a host since it last brought a document.
    private struct Trouble {
        var items: Set<ItemKey> = []
        var pauses = 0
        /// When the last pause ends.
        var until: Duration = .zero
    }

    private var troubles: [String: Trouble] = [:]
    /// Items whose host brought another one after they had failed: it may well be they that cannot be had.
    private var suspects: Set<ItemKey> = []

    /// Notes that a try failed for which its host may be to blame.
    ///
    /// - Parameters:
    ///   - item: its item.
    ///   - name: the host.
    ///   - began: when its lease began.
    ///   - now: the instant.
    ///   - retry: how long and how often hosts pause.
    /// - Returns: how long the host pauses from now on; `nil` if the try counts for its item, because no other failed, or
    ///   all pauses were made.
    mutating func note(
        _ item: ItemKey, at name: String, since began: Duration, at now: Duration, _ retry: RetryPolicy
    ) -> Duration? {
        guard !suspects.contains(item) else { return nil }
        troubles[name, default: Trouble()].items.insert(item)
        guard var trouble = troubles[name], trouble.items.count > 1 || trouble.pauses > 0 else { return nil }
        // What was under way before the pause says nothing of the time behind it.
        guard began >= trouble.until else {
            let rest = max(trouble.until - now, RetryPolicy.leastPause)
            troubles[name]?.until = now + rest
            return rest
        }
        guard let pause = retry.pause(after: trouble.pauses) else { return nil }
        trouble.pauses += 1
        trouble.until = now + pause
        troubles[name] = trouble
        return pause
    }

    /// Notes that a host brought a document.
    mutating func end(at name: String) {
        guard !troubles.isEmpty, let trouble = troubles.removeValue(forKey: name) else { return }
        suspects.formUnion(trouble.items)
    }

    /// How often a host has paused since it last brought a document.
    func pauses(of name: String) -> Int { troubles[name]?.pauses ?? 0 }

    /// Takes over how often a host has paused for another machine, or in a former lease.
    mutating func take(_ pauses: Int, of name: String) {
        troubles[name] = pauses > 0 ? Trouble(pauses: pauses) : nil
    }

    /// Whether it is for its failures that a host gets no request before an instant.
    func explain(_ instant: Duration, of name: String) -> Bool {
        troubles[name].map { $0.until >= instant } ?? false
    }
}

extension HostQueues {
    /// How long the host that answered pauses after a try that failed; `nil` if the try counts for its item alone.
    ///
    /// - Parameters:
    ///   - receipt: the try's receipt.
    ///   - setback: why it failed.
    ///   - began: when its lease began.
    ///   - now: the instant.
    ///   - limits: how often a try is repeated.
    mutating func pause(
        after receipt: Receipt, _ setback: Receipt.Setback, since began: Duration, at now: Duration,
        _ limits: QueueLimits
    ) -> Duration? {
        // A job with mirrors need not wait for one host.
        guard receipt.blamesHost(setback, limits), receipt.job.mirrors == nil else { return nil }
        return troubles.note(
            receipt.job.key, at: receipt.answeringHost, since: began, at: now,
            RetryPolicy(retries: limits.retries))
    }
}
