import CarrelBasics
import CarrelHTTP
import Foundation

/// One connection of a server: reads requests and takes the scripted steps.
///
/// It runs on a thread of its own.
final class LoopbackConnection {
    private let socket: Socket
    private let number: Int
    private let core: LoopbackCore
    private var received: [UInt8] = []
    /// What is sent with the next piece: steps without a wait between them leave in one go.
    private var unsent = Data()

    init(_ socket: Socket, number: Int, core: LoopbackCore) {
        self.socket = socket
        self.number = number
        self.core = core
    }

    /// Answers requests until either side has enough.
    func serve() {
        while let request = readRequest() {
            let steps =
                core.script.reply(to: request) ?? Reply.status(404).steps(request)
            guard take(steps) else { return }
        }
    }

    private func readRequest() -> RecordedRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = received.firstRange(of: end) {
                let text = String(decoding: received[..<range.lowerBound], as: UTF8.self)
                received.removeSubrange(..<range.upperBound)
                return parse(text).flatMap(withContent)
            }
            guard received.count <= 1 << 20, let more = socket.receive() else { return nil }
            received += more
            // Not a method, so someone speaks TLS to us. Say so, as servers do, instead of waiting for more.
            guard let first = received.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
                _ = send(Self.head(400, HTTPFields([("Content-Length", "0")]))) && sendRest()
                return nil
            }
        }
    }

    /// Reads what the request sends, whose length it gives.
    private func withContent(_ request: RecordedRequest) -> RecordedRequest? {
        var request = request
        guard let length = request.fields["Content-Length"].flatMap(Int.init), length > 0 else {
            return request
        }
        guard length <= 64 << 20 else { return nil }
        while received.count < length {
            guard let more = socket.receive() else { return nil }
            received += more
        }
        request.content = Array(received.prefix(length))
        received.removeSubrange(..<length)
        return request
    }

    private func parse(_ head: String) -> RecordedRequest? {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.append(String(line[..<colon]), value)
        }
        return RecordedRequest(
            method: String(words[0]), target: String(words[1]), fields: fields, connection: number)
    }

    /// Takes the steps; `false` if the connection is not to be used again.
    private func take(_ steps: [Reply.Step]) -> Bool {
        var isFramed = true
        for step in steps {
            let isSent: Bool
            switch step {
            case .head(let status, let fields):
                isFramed = Self.isFramed(status, fields)
                isSent = send(Self.head(status, fields))
            case .bytes(let data), .raw(let data): isSent = send(data)
            case .zeros(let count, let pause): isSent = sendZeros(count, pause)
            case .chunk(let data):
                isSent = send(Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8))
            case .lastChunk: isSent = send(Data("0\r\n\r\n".utf8))
            case .wait(let gate):
                guard sendRest() else { return false }
                Gate.block(until: [gate, core.stopped])
                isSent = gate.isOpen
            case .delay(let duration): isSent = sendRest() && wait(duration)
            case .stall:
                _ = sendRest()
                while socket.receive() != nil {}
                isSent = false
            case .close, .fail:
                _ = sendRest()
                isSent = false
            }
            guard isSent else { return false }
        }
        return sendRest() && isFramed
    }

    /// Sends bytes, small ones together with those that follow at once.
    private func send(_ data: Data) -> Bool {
        unsent += data
        return unsent.count < 64 << 10 || sendRest()
    }

    private func sendRest() -> Bool {
        defer { unsent = Data() }
        return unsent.withUnsafeBytes { socket.send($0) }
    }

    /// Waits; `false` if the server was stopped meanwhile.
    private func wait(_ duration: Duration) -> Bool {
        if duration > .zero { Gate.block(until: [core.stopped], timeout: .now() + duration.seconds) }
        return !core.stopped.isOpen
    }

    private func sendZeros(_ count: Int64, _ pause: Duration) -> Bool {
        let block = Data(count: 64 << 10)
        var left = count
        while left > 0 {
            let part = min(left, Int64(block.count))
            guard send(block.prefix(Int(part))), pause == .zero || sendRest(), wait(pause) else {
                return false
            }
            left -= part
        }
        return true
    }

    private static func head(_ status: Int, _ fields: HTTPFields) -> Data {
        let lines = fields.lines.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Data("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n".utf8)
    }

    /// Whether the end of the content can be told without closing the connection.
    private static func isFramed(_ status: Int, _ fields: HTTPFields) -> Bool {
        if fields["Connection"]?.lowercased() == "close" { return false }
        return status < 200 || status == 204 || status == 304 || fields["Content-Length"] != nil
            || fields["Transfer-Encoding"] != nil
    }
}
