import CMicrohttpd
import CarrelHTTP
import Foundation

/// A connection of the daemon.
///
/// `@unchecked Sendable`: the pointer is used from the daemon's thread within its callbacks, and from one task
/// for `resume` only, which the library allows from any thread. It is valid as long as the connection is
/// suspended, because a suspended connection is neither closed nor freed.
struct Connection: @unchecked Sendable {
    private let raw: OpaquePointer

    private init(_ raw: OpaquePointer) { self.raw = raw }

    /// What the library calls with a connection whose request or reply goes on: the owner is the daemon, the context what
    /// was made at the request's begin.
    static let access: MHD_AccessHandlerCallback = {
        owner, connection, _, method, version, content, uploaded, context in
        guard let owner, let connection, let method, let version, let exchange = context?.pointee else {
            return .NO
        }
        let daemon = Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
        let current = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        if let uploaded, uploaded.pointee > 0 {
            daemon.take(UnsafeRawBufferPointer(start: content, count: uploaded.pointee), for: current)
            uploaded.pointee = 0
            return .YES
        }
        return daemon.advance(
            current, method: String(cString: method), version: String(cString: version),
            on: Connection(connection))
    }

    /// What the library asks before it takes a connection: whether its network may have another one.
    static let accepts: MHD_AcceptPolicyCallback = { owner, address, _ in
        guard let owner else { return .NO }
        let daemon = Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
        return daemon.places.hasRoom(for: Connection.network(of: address)) ? .YES : .NO
    }

    /// What the library calls when a connection begins, and when it ends.
    static let notice: MHD_NotifyConnectionCallback = { owner, connection, _, code in
        guard let owner, let connection else { return }
        let daemon = Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
        let client = Connection(connection).client
        switch code {
        case .CONNECTION_NOTIFY_STARTED: daemon.places.take(client)
        case .CONNECTION_NOTIFY_CLOSED: daemon.places.free(client)
        }
    }

    /// Takes the connection out of the daemon's loop.
    func suspend() { MHD_suspend_connection(raw) }

    /// The socket, which stays open as long as the connection is suspended.
    var socket: Int32 { carrel_mhd_socket(raw) }

    /// The network that it comes from; `nil` if that is not known.
    ///
    /// An IPv4 address, or the first 64 bits of an IPv6 address.
    var client: String? { Self.text { carrel_mhd_client(raw, $0, $1) } }

    /// The network of an address; `nil` if that is not known.
    static func network(of address: UnsafePointer<sockaddr>?) -> String? {
        text { carrel_mhd_network(address, $0, $1) }
    }

    private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard let start = text.baseAddress else { return nil }
            write(start, text.count)
            let network = String(cString: start)
            return network.isEmpty ? nil : network
        }
    }

    /// Puts it back; the daemon's thread then asks for the reply.
    func resume() { MHD_resume_connection(raw) }

    /// The request's field lines, in order.
    func fields() -> HTTPFields {
        var fields = HTTPFields()
        withUnsafeMutablePointer(to: &fields) { pointer in
            _ = MHD_get_connection_values(
                raw, .HEADER_KIND,
                { context, _, name, value in
                    guard let context, let name else { return .YES }
                    context.assumingMemoryBound(to: HTTPFields.self).pointee.append(
                        String(cString: name), value.map { String(cString: $0) } ?? "")
                    return .YES
                }, pointer)
        }
        return fields
    }

    /// Hands a reply to the library, which sends it.
    func queue(_ reply: ServerReply) -> MHD_Result {
        guard let response = response(reply) else { return .NO }
        defer { MHD_destroy_response(response) }
        for line in reply.fields.lines {
            // The library refuses a line that would break the response, such as one with a line feed.
            _ = MHD_add_response_header(response, line.name, line.value)
        }
        return MHD_queue_response(raw, UInt32(reply.status), response)
    }

    private func response(_ reply: ServerReply) -> OpaquePointer? {
        switch reply.content {
        case .absent(nil) where reply.status == 304:
            // With content of unknown length the library would send its end, which the client takes for the next response.
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .data(let data):
            return data.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .file(let file, let offset, let count):
            // A reader of the library's own would wait for what somebody cuts off the file meanwhile.
            return MHD_create_response_from_callback(
                UInt64(count), 64 << 10, Self.readFile,
                Unmanaged.passRetained(SentFile(file, offset)).toOpaque(), Self.freeFile)
        case .absent(let length):
            // A response of that length, with its head alone.
            return MHD_create_response_from_callback(
                length.map(UInt64.init) ?? .max, 1024, { _, _, _, _ in -1 }, nil, nil)
        case .stream(let stream):
            return MHD_create_response_from_callback(
                .max, 16 << 10, Self.readStream,
                Unmanaged.passRetained(ConnectedStream(stream, self)).toOpaque(), Self.freeStream)
        }
    }

    // MARK: Files

    private static let readFile: MHD_ContentReaderCallback = { context, position, buffer, count in
        guard let context, let buffer else { return Connection.endWithError }
        let sent = Unmanaged<SentFile>.fromOpaque(context).takeUnretainedValue()
        let read = pread(sent.file.descriptor, buffer, count, off_t(sent.offset) + off_t(position))
        return read > 0 ? read : Connection.endWithError
    }

    private static let freeFile: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<SentFile>.fromOpaque(context).release()
    }

    // What the C header calls MHD_CONTENT_READER_END_WITH_ERROR: the connection ends.
    private static let endWithError = -2

    // MARK: Streams

    private static let readStream: MHD_ContentReaderCallback = { context, _, buffer, count in
        // What the C header calls MHD_CONTENT_READER_END_OF_STREAM.
        guard let context, let buffer else { return -1 }
        let connected = Unmanaged<ConnectedStream>.fromOpaque(context).takeUnretainedValue()
        let space = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        switch connected.stream.take(into: space, orWait: connected.wait) {
        case .bytes(let count): return count
        // A connection that is suspended is asked again once it is resumed.
        case .nothing: return 0
        case .end: return -1
        }
    }

    private static let freeStream: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<ConnectedStream>.fromOpaque(context).takeRetainedValue().stream.close()
    }
}

/// A file with the place in it where what is sent begins.
private final class SentFile: Sendable {
    let file: OpenFile
    let offset: Int64

    init(_ file: OpenFile, _ offset: Int64) { (self.file, self.offset) = (file, offset) }
}

/// A stream with the connection that it goes to.
private final class ConnectedStream: Sendable {
    let stream: ReplyStream
    private let connection: Connection

    init(_ stream: ReplyStream, _ connection: Connection) {
        (self.stream, self.connection) = (stream, connection)
    }

    /// Suspends the connection; gives what resumes it.
    func wait() -> @Sendable () -> Void {
        connection.suspend()
        return { [connection] in connection.resume() }
    }
}
