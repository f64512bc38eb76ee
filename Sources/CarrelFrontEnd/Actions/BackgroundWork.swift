import CarrelBasics

/// What goes on after a person was answered, such as a sync: it ends when the program does.
package actor BackgroundWork {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var last = 0
    private var isStopped = false
    // More at once is somebody who holds a key down.
    private static let most = 200

    package init() {}

    /// Begins something.
    ///
    /// - Returns: whether it was begun: not after the end, and not where too much goes on.
    package func begin(_ body: @escaping @Sendable () async -> Void) -> Bool {
        guard !isStopped, tasks.count < Self.most else { return false }
        last += 1
        let id = last
        tasks[id] = Task {
            await body()
            self.forget(id)
        }
        return true
    }

    private func forget(_ id: Int) { tasks[id] = nil }

    /// Cancels everything and waits for its end.
    package func stop() async {
        isStopped = true
        let tasks = tasks.values
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
