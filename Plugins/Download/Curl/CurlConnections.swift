import CLibcurl
import CarrelHTTP
import Foundation

/// What is known of libcurl's connections: which exchange each carries, and whether it brought more than was asked for.
///
/// libcurl 7.88 sends a request over a connection on which something waits to be read, and takes that for the response.
/// It tells no connection apart from others either, so that they are recognised by their sockets, which it has made and
/// closed here.
///
/// It belongs to the loop's thread. libcurl gets it through its user-data pointers, unretained: `CurlLoop` holds it for
/// longer than libcurl has connections.
final class CurlConnections {
    /// How libcurl names a connection.
    struct Route: Equatable {
        var localPort: Int32
        var port: Int32
        var address: String
    }

    /// What becomes of an exchange that is given a connection.
    enum Use {
        /// It may be sent; `nil` if the connection is not known. `isReused` where others were sent before.
        case usable(ConnectionID?, isReused: Bool)
        /// It carries another one, or something waits to be read that is not a response to this one.
        case unusable
    }

    /// What waits on a connection to be read.
    enum Input: Equatable {
        /// Nothing, or the end.
        case nothing
        /// What a server may say before it closes a connection that has nothing to do.
        case farewell
        /// Something else.
        case unasked
    }

    private struct Connection {
        let id: ConnectionID
        let descriptor: Int32
        /// Known from the first exchange on.
        var route: Route?
        var isSecure = false
        /// The connection as OpenSSL has it, until the socket is closed; `nil` if that cannot be asked.
        var tls: UnsafeMutableRawPointer?
        /// Whether the protocol keeps responses apart by itself: HTTP/2.
        var isFramed = false
        var requests = 0
        /// When something came over it last, if it is shared.
        var heard: ContinuousClock.Instant?
        /// Whether nothing further is sent over it, because nothing comes, or something that nobody asked for.
        var isGivenUp = false
        /// Whether what is acknowledged tells what the server had when it answered.
        var tellsReceipt = true
        /// The exchange under way.
        var exchange: CurlExchange?
    }

    private var open: [Connection] = []
    private var lastNumber: UInt64
    private var mixed: Set<ConnectionID> = []

    /// Begins with no connection; they are numbered after that number.
    init(after number: UInt64) { lastNumber = number }

    // MARK: Sockets

    /// Notes a socket that was made for a connection.
    func opened(_ descriptor: Int32) {
        open.removeAll { $0.descriptor == descriptor }
        lastNumber += 1
        open.append(Connection(id: ConnectionID(lastNumber), descriptor: descriptor))
    }

    /// Takes a last look at a socket that is about to be closed.
    func closing(_ descriptor: Int32) {
        guard let index = open.firstIndex(where: { $0.descriptor == descriptor }) else { return }
        var connection = open.remove(at: index)
        // libcurl has let go of it before.
        connection.tls = nil
        // What waits behind a response that was not read to its end is the rest of it.
        guard connection.exchange?.isCutShort != true else { return }
        if idleInput(of: connection) == .unasked { mixed.insert(connection.id) }
    }

    // MARK: Exchanges

    /// Gives an exchange a connection, just before its request is sent.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - route: the connection, as libcurl names it.
    ///   - isSecure: whether TLS is spoken on it.
    ///   - tls: the connection as OpenSSL has it; `nil` if that cannot be asked.
    ///   - isFramed: whether its protocol keeps responses apart; `nil` if that is not known yet.
    /// - Returns: whether the request may be sent.
    func carry(
        _ exchange: CurlExchange, over route: Route, isSecure: Bool, tls: UnsafeMutableRawPointer?,
        isFramed: Bool?
    ) -> Use {
        guard let index = index(of: route) else { return .usable(nil, isReused: false) }
        guard !open[index].isGivenUp else { return .unusable }
        open[index].route = route
        open[index].isSecure = isSecure
        open[index].tls = tls
        let other = open[index].exchange === exchange ? nil : open[index].exchange
        // libcurl may use a connection again before it says that the exchange before has ended; before that one's head
        // has come it does so only where responses are kept apart.
        open[index].isFramed = isFramed ?? (open[index].isFramed || other?.isHeadWhole == false)
        let connection = open[index]
        let isReused = connection.requests > 0
        // Where a status line of HTTP/1.1 says HTTP/2, libcurl sends requests over connections that carry another.
        if !connection.isFramed, other?.holdsConnection == true { return .unusable }
        // A TLS server may have sent tickets for later connections before it is asked for anything.
        if !connection.isFramed, isReused || !isSecure {
            let input = Self.input(of: connection)
            if isReused, input == .unasked { mixed.insert(connection.id) }
            guard input == .nothing else { return .unusable }
        }
        open[index].requests += 1
        open[index].exchange = exchange
        return .usable(connection.id, isReused: isReused && !connection.isFramed)
    }

    /// Whether a response begins before the server can have had the request: what was sent is not acknowledged yet.
    ///
    /// A server's segments say up to where it has what it was sent, so that this tells a stray response also where it
    /// was on its way when the request was sent. Whether a connection's other end, or the system, does so shows in the
    /// first response, before which there is nothing stray.
    func isEarly(_ id: ConnectionID) -> Bool {
        guard let index = open.firstIndex(where: { $0.id == id }), !open[index].isFramed,
            carrel_unacknowledged(open[index].descriptor) > 0
        else { return false }
        if open[index].requests == 1 { open[index].tellsReceipt = false }
        return open[index].tellsReceipt
    }

    /// Notes that a connection keeps responses apart by itself.
    func noteFramed(_ id: ConnectionID) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        open[index].isFramed = true
    }

    /// Notes that a connection brought more than was asked for.
    func noteMixed(_ id: ConnectionID) { mixed.insert(id) }

    /// Notes that something came over a connection that exchanges share.
    func noteHeard(_ id: ConnectionID) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        open[index].heard = .now
        open[index].isGivenUp = false
    }

    /// Whether something came over a connection after an instant.
    func isHeard(_ id: ConnectionID, after instant: ContinuousClock.Instant) -> Bool {
        open.first { $0.id == id }?.heard.map { $0 > instant } ?? false
    }

    /// Sends nothing further over a connection, unless something comes over it.
    func giveUp(_ id: ConnectionID) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        open[index].isGivenUp = true
    }

    /// Whether nothing further is sent over a connection.
    func isGivenUp(_ id: ConnectionID) -> Bool { open.first { $0.id == id }?.isGivenUp ?? false }

    /// Ends a connection; libcurl closes it as one that the server has ended.
    func end(_ id: ConnectionID) {
        guard let connection = open.first(where: { $0.id == id }) else { return }
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }

    /// Lets go of an exchange that has ended.
    func release(_ exchange: CurlExchange) {
        guard let index = open.firstIndex(where: { $0.exchange === exchange }) else { return }
        open[index].exchange = nil
    }

    /// Looks at the connections that carry nothing now.
    ///
    /// - Returns: all that ever brought more than was asked for.
    func lookAtIdle() -> Set<ConnectionID> {
        for index in open.indices where open[index].exchange == nil && hasUnasked(at: index) {
            mixed.insert(open[index].id)
        }
        return mixed
    }

    /// Looks at a connection that libcurl is about to close: over TLS it drops what waits there.
    ///
    /// - Returns: whether something waits that nobody asked for, unless it is the rest of a response.
    func lookLast(at id: ConnectionID) -> Bool {
        open.firstIndex { $0.id == id }.map(hasUnasked(at:)) ?? false
    }

    private func hasUnasked(at index: Int) -> Bool {
        let input = idleInput(of: open[index])
        // OpenSSL has read it, so that no further look finds it: nothing is to be sent there any longer.
        if input != .nothing { open[index].isGivenUp = true }
        return input == .unasked
    }

    /// What waits on a connection that carries nothing.
    private func idleInput(of connection: Connection) -> Input {
        connection.requests > 0 && !connection.isFramed ? Self.input(of: connection) : .nothing
    }

    private func index(of route: Route) -> Int? {
        open.firstIndex { $0.route == route }
            ?? open.firstIndex { $0.route == nil && carrel_local_port($0.descriptor) == route.localPort }
    }

    // MARK: What waits to be read

    private static func input(of connection: Connection) -> Input {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
            let count = carrel_peek(connection.descriptor, buffer.baseAddress, buffer.count)
            // An end, or a failure, libcurl notices by itself.
            guard count > 0 else { return .nothing }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard connection.isSecure else { return text(bytes) }
            guard let tls = connection.tls, isCoded(bytes) else { return record(bytes) }
            return CurlTLS.input(of: tls, connection.descriptor)
        }
    }

    /// Whether bytes begin an encrypted record, in which OpenSSL alone can tell content from messages of its own.
    private static func isCoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 5 && bytes[0] == applicationData
    }

    private static let applicationData: UInt8 = 23

    /// A server that gives up an idle connection may say so: RFC 9110 section 15.5.9.
    static func text(_ bytes: UnsafeRawBufferPointer) -> Input {
        bytes.starts(with: "HTTP/1.1 408".utf8) || bytes.starts(with: "HTTP/1.0 408".utf8)
            ? .farewell : .unasked
    }

    /// A TLS record, where OpenSSL cannot be asked: of what is encrypted only the length tells an alert from a response.
    static func record(_ bytes: UnsafeRawBufferPointer) -> Input {
        // An alert of TLS 1.3: level and description, the true type, and the tag.
        let alertLength = 2 + 1 + 16
        guard isCoded(bytes) else { return .farewell }
        return Int(bytes[3]) << 8 | Int(bytes[4]) > alertLength ? .unasked : .farewell
    }
}
