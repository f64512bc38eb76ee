/// Answers the requests of a server.
///
/// Its methods may be called at the same time, for different requests.
package protocol RequestHandler: Sendable {
    /// The most bytes of content that a request may have; more is answered with 413.
    var contentLimit: Int { get }

    /// The reply to a request that is refused by its head alone; `nil` for any other.
    ///
    /// Called from the server's thread, so it must return at once.
    func refusal(of request: ServerRequest) -> ServerReply?

    /// A refusal by the server itself, in the form in which the handler gives its own; called as `refusal(of:)` is.
    func refused(_ refusal: ServerReply, for request: ServerRequest) -> ServerReply

    /// The reply to any other request.
    ///
    /// - Parameters:
    ///   - request: the request, with its content.
    ///   - hasGone: whether the client has gone: the task is cancelled then, too, as it is when the server stops.
    func reply(to request: ServerRequest, unless hasGone: @Sendable () -> Bool) async -> ServerReply
}

extension RequestHandler {
    package func refused(_ refusal: ServerReply, for request: ServerRequest) -> ServerReply { refusal }
}
