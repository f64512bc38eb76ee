import CarrelHTTP
import Foundation

@testable import CarrelDelayProxy
@testable import CarrelServer

/// A response as it came over the wire.
struct RawResponse: Sendable {
    let status: Int
    let fields: HTTPFields
    let content: Data

    var text: String { String(decoding: content, as: UTF8.self) }

    init?(_ bytes: Data) {
        guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let status = lines.removeFirst().split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else {
            return nil
        }
        var fields = HTTPFields()
        for line in lines {
            let halves = line.split(separator: ":", maxSplits: 1)
            fields.append(
                String(halves[0]), halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : "")
        }
        self.status = status
        self.fields = fields
        self.content = Data(bytes[end.upperBound...])
    }
}

/// Sends requests byte for byte, also such as no proper client would send.
struct RawClient: Sendable {
    let port: UInt16

    /// Sends a request with those field lines and reads the response.
    func request(
        _ target: String, method: String = "GET", _ fields: [(String, String)] = []
    ) async throws -> RawResponse {
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        let head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(lines)\r\n"
        let bytes = try await exchange(head)
        guard let response = RawResponse(bytes) else { throw POSIXError(.EBADMSG) }
        return response
    }

    /// Sends bytes and reads until the server closes.
    func exchange(_ text: String) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            // Blocking calls, so not on a cooperative thread.
            Thread.detachNewThread {
                continuation.resume(with: Result { try blockingExchange(text) })
            }
        }
    }

    /// Sends bytes; the connection is closed when the returned file is released.
    func begin(_ text: String) throws -> OpenFile {
        let descriptor = try connected()
        var sent: Int
        repeat {
            sent = Array(text.utf8).withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
        } while sent < 0 && errno == EINTR
        return OpenFile(descriptor)
    }

    private func connected() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            let code = errno
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
        return descriptor
    }

    private func blockingExchange(_ text: String) throws -> Data {
        let connection = try begin(text)
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(connection.descriptor, &buffer, buffer.count, 0)
            if count < 0 {
                if errno == EINTR { continue }
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            guard count > 0 else { return received }
            received.append(contentsOf: buffer[..<count])
        }
    }
}
