import CarrelHTTP
import Foundation

/// A response to be sent.
struct ServerReply: Sendable {
    /// The content of a response.
    enum Content: Sendable {
        /// Bytes in memory.
        case data(Data)
        /// Part of an open file.
        case file(OpenFile, offset: Int64, count: Int64)
        /// None, for a response to HEAD whose content would have this length.
        case absent(length: Int64?)
    }

    /// The status code.
    var status: Int
    /// The field lines; `Content-Length` follows from the content.
    var fields: HTTPFields
    /// The content.
    var content: Content

    init(_ status: Int, _ fields: HTTPFields = HTTPFields(), content: Content) {
        self.status = status
        self.fields = fields
        self.content = content
    }

    /// A reply of one line of text.
    static func text(_ status: Int, _ line: String, _ fields: [(String, String)] = []) -> ServerReply {
        ServerReply(
            status, HTTPFields(fields + [("Content-Type", "text/plain; charset=utf-8")]),
            content: .data(Data("\(line)\n".utf8)))
    }

    /// The length of the content, where it is known.
    var length: Int64? {
        switch content {
        case .data(let data): Int64(data.count)
        case .file(_, _, let count): count
        case .absent(let length): length
        }
    }
}

/// A file descriptor that is closed with the last reference to it.
final class OpenFile: Sendable {
    /// The descriptor.
    let descriptor: Int32

    /// Takes over a descriptor.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
