import CarrelBasics
import CarrelServer

/// The options of all commands that listen for requests.
enum ListenOptions {
    /// The option that says where to listen.
    static let name = "--listen"

    /// Where to listen, for a command that always does.
    ///
    /// - Parameter port: the one of this machine without the option.
    static func listen(port: UInt16) -> OptionSpec {
        OptionSpec(
            name: name, value: "HOST:PORT",
            help: "where to listen (\(ListenAddress(port: port)) unless told); port 0 is any free one")
    }

    /// What else requests may name.
    static let host = OptionSpec(
        name: "--host", value: "NAME", help: "a further name of this server; may be repeated", repeats: true)
}

extension Invocation {
    /// Where to listen, for a command that always does.
    ///
    /// - Parameter port: the one of this machine without `--listen`.
    /// - Throws: `CommandError` for anything else.
    func listenAddress(port: UInt16) throws(CommandError) -> ListenAddress {
        let usual = ListenAddress(port: port)
        return try listenAddress(suchAs: usual.description) ?? usual
    }

    /// Where to listen, as `--listen` says; `nil` without it.
    ///
    /// - Parameter example: an address as the command may get it, for the error.
    /// - Throws: `CommandError` for anything else.
    func listenAddress(suchAs example: String) throws(CommandError) -> ListenAddress? {
        guard let text = value(ListenOptions.name) else { return nil }
        guard let address = ListenAddress(text: text) else {
            let given = "\(ListenOptions.name) \(text)".singleLine
            throw CommandError.usage(command, "\(given): expected HOST:PORT, such as \(example)")
        }
        return address
    }

    /// What else requests may name, as `--host` says.
    ///
    /// - Returns: the names.
    /// - Throws: `CommandError` for one that no request can have.
    func hosts() throws(CommandError) -> [String] {
        let hosts = options[ListenOptions.host.name] ?? []
        if let host = hosts.first(where: { !HostCheck.isName($0) }) {
            let given = "\(ListenOptions.host.name) \(host)".singleLine
            throw CommandError.usage(
                command,
                "\(given): expected a name alone, such as library.example, without scheme, port and path")
        }
        return hosts
    }
}
