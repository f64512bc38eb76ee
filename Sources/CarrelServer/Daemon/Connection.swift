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
    static let access: MHD_AccessHandlerCallback = { owner, connection, _, method, _, _, uploaded, context in
        guard let owner, let connection, let method, let exchange = context?.pointee else { return .NO }
        // Content that a refused request still sends is read and dropped.
        if let uploaded, uploaded.pointee > 0 { uploaded.pointee = 0 }
        return Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue().advance(
            Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(), method: String(cString: method),
            on: Connection(connection))
    }

    /// Takes the connection out of the daemon's loop.
    func suspend() { MHD_suspend_connection(raw) }

    /// The socket, which stays open as long as the connection is suspended.
    var socket: Int32 { carrel_mhd_socket(raw) }

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
        guard let response = Self.response(reply.content) else { return .NO }
        defer { MHD_destroy_response(response) }
        for line in reply.fields.lines {
            // The library refuses a line that would break the response, such as one with a line feed.
            _ = MHD_add_response_header(response, line.name, line.value)
        }
        return MHD_queue_response(raw, UInt32(reply.status), response)
    }

    private static func response(_ content: ServerReply.Content) -> OpaquePointer? {
        switch content {
        case .data(let data):
            return data.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .file(let file, let offset, let count):
            // The library closes the descriptor that it gets, and reads at offsets of its own.
            let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { return nil }
            let response = MHD_create_response_from_fd_at_offset64(UInt64(count), copy, UInt64(offset))
            if response == nil { close(copy) }
            return response
        case .absent(let length):
            // A response of that length, with its head alone.
            return MHD_create_response_from_callback(
                length.map(UInt64.init) ?? .max, 1024, { _, _, _, _ in -1 }, nil, nil)
        }
    }
}
