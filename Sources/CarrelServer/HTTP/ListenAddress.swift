/// Where a server listens: a host and a port.
public struct ListenAddress: Sendable, Hashable {
    /// A name or a numeric address, without brackets.
    public var host: String
    /// The port; 0 lets the system choose a free one.
    public var port: UInt16

    public init(host: String = "127.0.0.1", port: UInt16 = 0) {
        (self.host, self.port) = (host, port)
    }

    /// Reads `127.0.0.1:8327`, `localhost:8327`, `[::1]:8327`, `:8327` or `8327`; `nil` for anything else.
    ///
    /// Without a host it is this machine only.
    public init?(text: String) {
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard digits > 0, let port = UInt16(text.suffix(digits)) else { return nil }
        self.port = port
        var rest = text.dropLast(digits)
        guard !rest.isEmpty else {
            host = "127.0.0.1"
            return
        }
        guard rest.popLast() == ":" else { return nil }
        if rest.hasPrefix("[") {
            guard rest.hasSuffix("]"), rest.contains(":") else { return nil }
            host = String(rest.dropFirst().dropLast())
        } else {
            guard !rest.contains(where: { ":/[] \t".contains($0) }) else { return nil }
            host = rest.isEmpty ? "127.0.0.1" : String(rest)
        }
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address as a URL writes it: `127.0.0.1:8327`, `[::1]:8327`.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
