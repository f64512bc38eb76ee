/// What keeps the number of processes in a locked room within its limit, the best first.
public enum ProcessBound: String, Sendable, CaseIterable, Codable {
    /// A control group: the system refuses each process above the limit, and ends all of them at once.
    case cgroup
    /// `RLIMIT_NPROC`: the system refuses each process above the limit, except for root.
    case rlimit
    /// Carrel counts the processes every 20 ms, and ends all where there are too many.
    case counting

    /// What it is, in words.
    public var words: String {
        switch self {
        case .cgroup: "a control group"
        case .rlimit: "RLIMIT_NPROC"
        case .counting: "counting them every 20 ms"
        }
    }
}
