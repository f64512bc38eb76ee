import CarrelHTTP
import Testing

@testable import CarrelFrontEnd

/// What a line of progress says of documents that do not come.
struct TransferWaitTests {
    private let pause = RequestPause(.pace, at: "x.example", left: .milliseconds(600))

    @Test func `a pause comes before everything else, because nothing is on the network then`() {
        #expect(TransferWait(pause: pause, isOpen: true, isComing: true) == .pause(pause))
        #expect(TransferWait(pause: pause, isOpen: false, isComing: false) == .pause(pause))
        #expect(TransferWait(pause: nil, isOpen: true, isComing: false) == .answer)
        #expect(TransferWait(pause: nil, isOpen: true, isComing: true) == nil)
        #expect(TransferWait(pause: nil, isOpen: false, isComing: false) == nil)
    }

    @Test(arguments: [
        (RequestPause.Cause.hold, "x.example asked to wait, for another 3 s"),
        (.pace, "next request in 3 s (download.request-rate)"),
        (.delay, "next request in 3 s (download.delay)"), (.retry, "next try in 3 s"),
    ])
    func `a pause is told by what it is for, with the seconds that are left`(
        cause: RequestPause.Cause, text: String
    ) {
        let pause = RequestPause(cause, at: "x.example", left: .milliseconds(2_400))
        #expect(TransferWait(pause: pause, isOpen: true, isComing: false)?.text == text)
    }
}
