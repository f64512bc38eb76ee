import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A TCP socket on 127.0.0.1, with blocking calls.
struct Socket: Sendable {
    private let descriptor: Int32
    /// The port of a listening socket.
    let port: UInt16

    /// Listens on a free port.
    static func listen() throws -> Socket {
        let descriptor = try make()
        var address = loopback(port: 0)
        let bound = withAddress(&address) { bind(descriptor, $0, $1) }
        guard bound == 0, systemListen(descriptor, 128) == 0 else { throw failure(closing: descriptor) }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let named = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard named == 0 else { throw failure(closing: descriptor) }
        return Socket(descriptor: descriptor, port: UInt16(bigEndian: address.sin_port))
    }

    /// Connects to a port of this machine; `nil` if nobody listens.
    static func connect(port: UInt16) -> Socket? {
        guard let descriptor = try? make() else { return nil }
        var address = loopback(port: port)
        let socket = Socket(descriptor: descriptor, port: port)
        guard withAddress(&address, { systemConnect(descriptor, $0, $1) }) == 0 else {
            socket.close()
            return nil
        }
        return socket
    }

    /// Waits for a connection; `nil` when the socket fails.
    func accept() -> Socket? {
        while true {
            let accepted = systemAccept(descriptor, nil, nil)
            if accepted >= 0 { return Socket(descriptor: accepted, port: port).prepared() }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Waits for bytes; `nil` at the end or on failure.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return Array(buffer.prefix(count)) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// Sends all bytes; `false` if the other side is gone.
    func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            #if canImport(Darwin)
            let sent = systemSend(descriptor, rest.baseAddress, rest.count, 0)
            #else
            let sent = systemSend(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            #endif
            if sent < 0 && errno == EINTR { continue }
            guard sent > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
        }
        return true
    }

    /// Ends both directions, which wakes whoever waits for the socket.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Gives the socket back.
    func close() { systemClose(descriptor) }

    private func prepared() -> Socket {
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
        #endif
        return self
    }

    private static func make() throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return descriptor
    }

    private static func failure(closing descriptor: Int32) -> POSIXError {
        let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        systemClose(descriptor)
        return error
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withAddress<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

// Functions of the system whose names the type's own methods hide.
private func systemAccept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
    _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(descriptor, address, length) }
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t)
    -> Int32
{
    connect(descriptor, address, length)
}
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int
{
    send(descriptor, bytes, count, flags)
}
