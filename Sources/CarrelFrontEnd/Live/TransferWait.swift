import CarrelBasics
import CarrelHTTP

/// What documents that are to be fetched wait for while nothing of them comes.
package enum TransferWait: Sendable, Hashable {
    /// No request is sent for a while.
    case pause(RequestPause)
    /// Something was asked for, and nothing of it came yet.
    case answer

    /// Tells what is waited for; `nil` if nothing is.
    ///
    /// - Parameters:
    ///   - pause: why no request is sent; `nil` if one is on the network, or nothing waits for time alone.
    ///   - isOpen: whether a document has begun and has not ended.
    ///   - isComing: whether bytes of one that has not ended came.
    package init?(pause: RequestPause?, isOpen: Bool, isComing: Bool) {
        if let pause {
            self = .pause(pause)
        } else if isOpen, !isComing {
            self = .answer
        } else {
            return nil
        }
    }

    /// What to tell a person.
    package var text: String {
        switch self {
        case .pause(let pause): pause.text
        case .answer: "waiting for an answer"
        }
    }
}

extension RequestPause {
    /// What to tell a person, with the seconds that are left.
    package var text: String {
        let seconds = "\(Int(left.seconds.rounded(.up))) s"
        return switch cause {
        case .hold: "\(host) asked to wait, for another \(seconds)"
        case .pace: "next request in \(seconds) (download.request-rate)"
        case .delay: "next request in \(seconds) (download.delay)"
        case .retry: "next try in \(seconds)"
        }
    }
}
