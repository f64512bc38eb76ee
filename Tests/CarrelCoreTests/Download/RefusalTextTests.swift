import CarrelHTTP
import Foundation
import Testing
@testable import CarrelCore

/// What is said of answers that bring no document.
@Suite struct RefusalTextTests {
    @Test(arguments: [
        (202, "202 Accepted. The server is still making it: try again later"),
        (302, "the server answered 302 Found, and did not say where it is now"),
        (
            401,
            """
            401 Unauthorized. Set or correct download.token, or download.user and download.password, as env:NAME or \
            file:PATH, with --set or in a profile, or ask
            """
        ),
        (404, "404 Not Found"),
    ])
    func `an answer that brings nothing says what it means, and what helps`(status: Int, reason: String) {
        let head = ResponseHead(status: status, fields: HTTPFields(), url: URL(filePath: "/a.pdf"))
        let decision = TransferDecision.make(for: .whole, head: head)
        guard case .fail(let found, false) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(found.hasPrefix(reason), "\(found)")
    }
}
