import CarrelBasics
import CarrelStages

/// Hears what is told on a channel, over a connection of its own that is made when somebody first waits.
package actor ChannelListener {
    private let executor = BlockingExecutor(label: "carrel.postgresql.listening")
    private let address: PostgreSQLAddress
    private let schema: String
    private let channel: String
    private var session: PostgreSQLSession?

    /// How long to wait before a look whether the task was cancelled, in milliseconds.
    private static let slice: Int32 = 50

    /// The queue that waits.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - schema: the library's schema.
    ///   - channel: the channel's name: letters, digits and `_`.
    package init(_ address: PostgreSQLAddress, schema: String, channel: String) {
        (self.address, self.schema, self.channel) = (address, schema, channel)
    }

    /// Waits until something is told, or until a time is over, also where nothing can be heard.
    ///
    /// - Returns: what was told, in order; nothing if the time is over or the task is cancelled.
    package func next(atMost time: Duration) async -> [String] {
        let end = ContinuousClock.now + time
        do throws(StoreError) {
            let session = try connected()
            while !Task.isCancelled, ContinuousClock.now < end {
                let told = try session.hear(within: Self.slice)
                if !told.isEmpty { return told }
            }
        } catch {
            session = nil
            try? await Task.sleep(until: end)
        }
        return []
    }

    private func connected() throws(StoreError) -> PostgreSQLSession {
        if let session { return session }
        let session = try PostgreSQLSession(address, schema: schema)
        try session.begin(with: [PostgreSQLStatement("LISTEN \(channel)")])
        self.session = session
        return session
    }
}
