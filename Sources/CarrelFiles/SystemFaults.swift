/// Calls to the system that fail in a test, which cannot have a disk fail.
package enum SystemFaults {
    /// What the system is asked.
    package enum Call: Sendable {
        /// What a name stands for.
        case look
        /// Which names a folder holds.
        case list
    }

    /// Says by its path which call fails, and with which value of `errno`.
    package typealias Failing = @Sendable (_ call: Call, _ path: String) -> Int32?

    /// The calls of this task that fail.
    package static let failing = TaskLocal<Failing?>(wrappedValue: nil)
}
