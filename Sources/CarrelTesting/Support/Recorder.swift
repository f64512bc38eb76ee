import CarrelBasics

/// Keeps what happened, in order, and lets a test wait for it without sleeping.
public final class Recorder<Element: Sendable>: Sendable {
    private let recorded = Locked<[Element]>([])
    private let changed = ChangeSignal()

    /// Makes an empty recorder.
    public init() {}

    /// Everything so far.
    public var elements: [Element] { recorded.value }

    /// Adds an element.
    public func append(_ element: Element) {
        recorded.withLock { $0.append(element) }
        changed.notify()
    }

    /// Waits until enough elements match.
    ///
    /// - Parameters:
    ///   - count: how many are enough.
    ///   - matches: which elements count; all by default.
    /// - Returns: every element that matches so far.
    /// - Throws: `CancellationError` where the task is cancelled.
    @discardableResult
    public func wait(
        atLeast count: Int, where matches: (Element) -> Bool = { _ in true }
    ) async throws -> [Element] {
        while true {
            let version = changed.version
            let found = elements.filter(matches)
            if found.count >= count { return found }
            try await changed.wait(after: version)
        }
    }
}
