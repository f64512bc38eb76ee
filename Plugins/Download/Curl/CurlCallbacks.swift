import CLibcurl
import CarrelHTTP
import Foundation

/// What libcurl calls while it moves a transfer: each call goes on to the object that the handle reports to.
///
/// What a call brings is lent for its length.
enum CurlCallbacks {
    /// The object behind libcurl's pointer, which `CurlEngine` holds as long as the handle belongs to a multi handle.
    static func handle(_ this: UnsafeMutableRawPointer?) -> CurlHandle? {
        this.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    static let openSocket: curl_opensocket_callback = { this, _, address in
        guard let this = handle(this), let address,
            this.mayConnect(to: carrel_curl_socket_address(address).flatMap { IPAddress($0) })
        else { return CURL_SOCKET_BAD }
        // As libcurl would, but one that child processes do not inherit.
        #if canImport(Glibc)
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        #else
        let type = address.pointee.socktype
        #endif
        let descriptor = socket(address.pointee.family, type, address.pointee.protocol)
        guard descriptor != CURL_SOCKET_BAD else {
            // libcurl says only that it could not connect.
            this.failedToOpen(errno)
            return descriptor
        }
        this.opened(descriptor)
        return descriptor
    }

    static let closeSocket: curl_closesocket_callback = { connections, descriptor in
        if let connections {
            Unmanaged<CurlConnections>.fromOpaque(connections).takeUnretainedValue().closing(descriptor)
        }
        return close(descriptor)
    }

    static let log: curl_debug_callback = { _, kind, text, count, this in
        if kind == CURLINFO_TEXT, let text {
            handle(this)?.read(logLine: UnsafeRawBufferPointer(start: text, count: count))
        }
        return 0
    }

    static let request: curl_prereq_callback = { this, address, _, port, localPort in
        let route = CurlConnections.Route(
            localPort: localPort, port: port, address: address.map { String(cString: $0) } ?? "")
        return handle(this)?.connected(over: route) == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    static let headLine: curl_write_callback = { bytes, size, count, this in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return handle(this)?.receive(headLine: line) == true ? line.count : 0
    }

    static let content: curl_write_callback = { bytes, size, count, this in
        let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return handle(this)?.receive(content) ?? 0
    }

    static let sending: curl_read_callback = { bytes, size, count, this in
        let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return handle(this)?.send(into: room) ?? Int(CURL_READFUNC_ABORT)
    }

    static let sendingAgain: curl_seek_callback = { this, offset, origin in
        guard origin == SEEK_SET, handle(this)?.sendAgain(from: Int64(offset)) == true else {
            return CURL_SEEKFUNC_FAIL
        }
        return CURL_SEEKFUNC_OK
    }

    static let tls: curl_ssl_ctx_callback = { _, context, turn in
        guard let turn else { return CURLE_SSL_CONNECT_ERROR }
        let isWatched = Unmanaged<ReadingTurn>.fromOpaque(turn).takeUnretainedValue().watch(context)
        return isWatched ? CURLE_OK : CURLE_SSL_CONNECT_ERROR
    }
}
