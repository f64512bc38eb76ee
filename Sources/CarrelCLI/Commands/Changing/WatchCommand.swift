import CarrelBasics

/// `carrel watch`: syncs each catalogue whenever it is due.
enum WatchCommand {
    static let spec = CommandSpec(
        name: "watch", operands: "[CATALOGUE …]", summary: "Keep the library up to date, until interrupted",
        discussion: """
            Reads each catalogue as often as its source.refresh or --every says, at slightly random times so that many
            libraries do not ask a server at once. It never asks earlier than the server allows with Cache-Control,
            Expires or Retry-After, but waits a day at the most. After a failure it tries again sooner. Between two
            readings other commands can use the library. carrel schedule does this in the background.
            """,
        options: [every, once, scheduled], operandCount: 0...1000, completes: [[.catalog, .file]]
    ) { invocation in
        try await Watch(invocation).run()
    }

    static let once = OptionSpec(name: "--once", help: "sync what is due now, and end")

    /// Beside `--once`: as a schedule does it, which comes again soon and must not begin a library below the place where a
    /// disk is not mounted.
    static let scheduled = OptionSpec(
        name: "--scheduled", help: "wait for no other process, and begin no library", isHidden: true)

    static let every = OptionSpec(
        name: "--every", value: "TIME",
        help: "how often to read catalogues without source.refresh, such as 30m (6h unless told)")

    /// The value of `--every`.
    static func interval(_ invocation: Invocation) throws(CommandError) -> Duration {
        guard let text = invocation.value(every.name) else { return .seconds(6 * 3600) }
        guard let interval = Duration(durationText: text), interval >= .seconds(1) else {
            throw CommandError.usage(
                invocation.command,
                "--every is “\(text.singleLine)”; expected a time from 1s to 365d, such as 30m, 6h or 1d")
        }
        return interval
    }
}
