import CarrelStages

/// How a worker works.
public struct WorkOptions: Sendable {
    /// How it is shown, such as the machine's name.
    public var name: String
    /// Tells where it works; an earlier worker of the same place is known to be dead.
    public var place: String
    /// Whether it ends when no job is left, also none that waits for its time, and all documents have their names.
    public var untilEmpty = false

    public init(name: String, place: String) { (self.name, self.place) = (name, place) }
}

/// What happens to a worker.
public enum WorkEvent: Sendable {
    /// It has leased jobs of a host.
    case leased(host: String, jobs: Int)
    /// It cannot work now, and tries again.
    case trouble(StoreError)
    /// It works again.
    case recovered
    /// Another machine has the jobs of a host, because this one was not heard of in time.
    case lost(host: String)
}
