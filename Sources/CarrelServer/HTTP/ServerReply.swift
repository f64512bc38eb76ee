import CarrelHTTP
import Foundation

/// A response to be sent.
package struct ServerReply: Sendable {
    /// The content of a response.
    package enum Content: Sendable {
        /// Bytes in memory.
        case data(Data)
        /// Part of an open file.
        case file(OpenFile, offset: Int64, count: Int64)
        /// None, for a response to HEAD or a 304; the length is that of the content that it speaks of, if that is known.
        case absent(length: Int64?)
        /// Content that is made while it is sent.
        case stream(ReplyStream)
    }

    /// The status code.
    package var status: Int
    /// The field lines; `Content-Length` follows from the content.
    package var fields: HTTPFields
    /// The content.
    package var content: Content

    package init(_ status: Int, _ fields: HTTPFields = HTTPFields(), content: Content) {
        (self.status, self.fields, self.content) = (status, fields, content)
    }

    /// A reply of bytes of a media type.
    package init(_ status: Int, type: String, _ data: Data) {
        self.init(status, HTTPFields([("Content-Type", type)]), content: .data(data))
    }

    /// A reply of a text of a media type.
    package init(_ status: Int, type: String, _ text: String) {
        self.init(status, type: type, Data(text.utf8))
    }

    /// A reply of one line of text.
    package static func text(_ status: Int, _ line: String, _ fields: [(String, String)] = []) -> ServerReply
    {
        ServerReply(
            status, HTTPFields(fields + [("Content-Type", "text/plain; charset=utf-8")]),
            content: .data(Data("\(line)\n".utf8)))
    }

    /// The length of the content, where it is known.
    package var length: Int64? {
        switch content {
        case .data(let data): Int64(data.count)
        case .file(_, _, let count): count
        case .absent(let length): length
        case .stream: nil
        }
    }
}

/// A file descriptor that is closed with the last reference to it.
package final class OpenFile: Sendable {
    /// The descriptor.
    package let descriptor: Int32

    /// Takes over a descriptor.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
