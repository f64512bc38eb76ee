import CarrelPostgreSQL
import CarrelStages

/// Hears of a library's changes.
actor ChangeListener {
    private let listener: ChannelListener
    /// The number that was told last.
    private var last: Int64 = 0

    init(_ address: PostgreSQLAddress, schema: String) {
        listener = ChannelListener(address, schema: schema, channel: PostgreSQLLibrary.channel(schema))
    }

    /// Waits until a newer change than that is told, or until a time is over, also where nothing can be heard.
    func wait(since number: Int64, atMost time: Duration) async {
        let end = ContinuousClock.now + time
        while last <= number, !Task.isCancelled, ContinuousClock.now < end {
            let told = await listener.next(atMost: end - ContinuousClock.now)
            if let text = told.last { last = max(last, Int64(text) ?? 0) }
        }
    }
}
