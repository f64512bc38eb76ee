import CarrelBasics
import CarrelServer

/// The options of all commands that listen for requests.
enum ListenOptions {
    /// Where to listen, for a command that always does.
    static let listen = OptionSpec(
        name: "--listen", value: "HOST:PORT", help: "where to listen; port 0 is any free one")

    /// What else requests may name.
    static let host = OptionSpec(
        name: "--host", value: "NAME", help: "a further name of this server; may be repeated", repeats: true)
}

extension Invocation {
    /// Where to listen, as `--listen` says; `nil` without it.
    ///
    /// - Parameter example: an address as the command may get it, for the error.
    /// - Returns: the address.
    /// - Throws: `CommandError` for anything else.
    func listenAddress(suchAs example: String) throws(CommandError) -> ListenAddress? {
        guard let text = value(ListenOptions.listen.name) else { return nil }
        guard let address = ListenAddress(text: text) else {
            let given = "\(ListenOptions.listen.name) \(text)".singleLine
            throw CommandError.usage(command, "\(given): expected HOST:PORT, such as \(example)")
        }
        return address
    }
}
