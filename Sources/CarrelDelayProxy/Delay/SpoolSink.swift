import CarrelBasics
import CarrelHTTP
import CarrelServer
import Foundation

/// Keeps a response until it is whole: a small one in memory, a larger one in a file without a name.
final class SpoolSink: ResponseSink {
    private struct State: Sendable {
        var head: ResponseHead?
        var buffer = Data()
        var file: OpenFile?
        var written: Int64 = 0
        var failure: String?
    }

    /// What is kept in memory, in bytes.
    static let memoryLimit = 64 << 10

    private let wantsContent: Bool
    private let state = Locked(State())

    /// Makes a sink; without content for a HEAD request.
    init(wantsContent: Bool) { self.wantsContent = wantsContent }

    /// The head, once it has come.
    var head: ResponseHead? { state.value.head }

    /// Why the content could not be kept, if that is so.
    var failure: String? { state.value.failure }

    /// The content, after the fetch has returned.
    var content: ServerReply.Content {
        let state = state.value
        guard wantsContent else { return .absent(length: state.head?.contentLength) }
        if let file = state.file { return .file(file, offset: 0, count: state.written) }
        return .data(state.buffer)
    }

    func receive(head: ResponseHead) -> ContentDemand {
        state.withLock { $0.head = head }
        return wantsContent && head.status != 304 ? .deliver : .skip
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        let isKept = state.withLock { state in
            guard state.file == nil, state.buffer.count + bytes.count <= Self.memoryLimit else {
                return false
            }
            state.buffer.append(contentsOf: bytes)
            return true
        }
        guard !isKept else { return .proceed }
        let file = if let file = state.value.file { file } else { try spill() }
        try check(bytes.writeAll(to: file.descriptor))
        state.withLock { $0.written += Int64(bytes.count) }
        return .proceed
    }

    /// Moves what is in memory to a file.
    private func spill() throws(SinkStopped) -> OpenFile {
        var template = Array(NSTemporaryDirectory().appending("/carrel-spool-XXXXXX").utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
        try check(descriptor < 0 ? errno : 0)
        template.withUnsafeBufferPointer { if let path = $0.baseAddress { _ = unlink(path) } }
        let file = OpenFile(descriptor)
        let buffer = state.value.buffer
        try check(buffer.withUnsafeBytes { $0.writeAll(to: descriptor) })
        state.withLock { state in
            state.file = file
            state.written = Int64(buffer.count)
            state.buffer = Data()
        }
        return file
    }

    /// Ends the fetch, and keeps the reason, unless the system's error number is 0.
    private func check(_ code: Int32) throws(SinkStopped) {
        guard code != 0 else { return }
        let reason = String(cString: strerror(code))
        state.withLock { $0.failure = reason }
        throw SinkStopped()
    }
}
