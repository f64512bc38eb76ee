import CarrelHTML
import CarrelServer
import Foundation

extension ServerReply {
    /// A page; compressed by nobody, for it comes from this machine.
    static func html(_ status: Int, _ markup: Markup) -> ServerReply {
        ServerReply(status, type: "text/html; charset=utf-8", markup.html)
    }
}
