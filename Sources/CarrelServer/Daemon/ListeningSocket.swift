import Foundation

/// A socket that listens: made here rather than by the daemon, because the system's reasons get lost there.
package struct ListeningSocket {
    /// The descriptor.
    package let descriptor: Int32
    /// Where it listens, with the port that the system chose.
    package let address: ListenAddress

    /// Listens at an address.
    package init(_ address: ListenAddress) throws(ServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, String(address.port), &hints, &found)
        guard code == 0, let info = found else {
            throw ServerError(
                subject: "\(address)", reason: "no such host: \(String(cString: gai_strerror(code)))",
                remedy: "Listen at 127.0.0.1:\(address.port)")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(info.pointee.ai_family, info.pointee.ai_socktype, info.pointee.ai_protocol)
        guard descriptor >= 0 else { throw Self.failure(address) }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
            listen(descriptor, 511) == 0,
            let port = Self.port(of: descriptor)
        else {
            let error = Self.failure(address)
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.address = ListenAddress(host: address.host, port: port)
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
            }
            guard isKnown else { return nil }
            // The port has the same place in both kinds of address.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func failure(_ address: ListenAddress) -> ServerError {
        let code = errno
        let remedy: String? =
            switch code {
            case EADDRINUSE: "Stop what listens there, or choose another port; port 0 takes a free one"
            case EACCES, EPERM: "Choose a port above 1023"
            case EADDRNOTAVAIL: "Listen at an address of this machine, such as 127.0.0.1"
            default: nil
            }
        return ServerError(
            subject: "\(address)", reason: "cannot listen there: \(String(cString: strerror(code)))",
            remedy: remedy)
    }
}
