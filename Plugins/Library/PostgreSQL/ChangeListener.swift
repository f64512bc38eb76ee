import CarrelBasics
import CarrelPostgreSQL
import CarrelStages

/// Hears of a library's changes, over a connection of its own that is made when somebody first waits.
actor ChangeListener {
    private let executor = BlockingExecutor(label: "carrel.library.listening")
    private let address: PostgreSQLAddress
    private let schema: String
    private var session: PostgreSQLSession?
    /// The number that was told last.
    private var last: Int64 = 0

    /// How long to wait before a look whether the task was cancelled, in milliseconds.
    private static let slice: Int32 = 50

    /// The queue that waits.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ address: PostgreSQLAddress, schema: String) { (self.address, self.schema) = (address, schema) }

    /// Waits until a newer change than that is told, or until a time is over, also where nothing can be heard.
    func wait(since number: Int64, atMost time: Duration) async {
        let end = ContinuousClock.now + time
        do throws(StoreError) {
            let session = try connected()
            while last <= number, !Task.isCancelled, ContinuousClock.now < end {
                if let told = try session.hear(within: Self.slice).last { last = Int64(told) ?? 0 }
            }
        } catch {
            session = nil
            try? await Task.sleep(until: end)
        }
    }

    private func connected() throws(StoreError) -> PostgreSQLSession {
        if let session { return session }
        let session = try PostgreSQLSession(address, schema: schema)
        try session.begin(with: [PostgreSQLStatement("LISTEN \(PostgreSQLLibrary.channel(schema))")])
        self.session = session
        return session
    }
}
