/// The schedule that keeps a library up to date: docs/JSON.md.
public struct ScheduleRow: Encodable, Sendable {
    /// The folder of the library.
    public var library: String
    /// Whether there is one.
    public var isOn: Bool
    /// What runs it: `systemd` or `cron`.
    public var means: String?
    /// The file of the timer, or the line of cron.
    public var place: String?

    public init(library: String, isOn: Bool, means: String?, place: String?) {
        (self.library, self.isOn, self.means, self.place) = (library, isOn, means, place)
    }
}
