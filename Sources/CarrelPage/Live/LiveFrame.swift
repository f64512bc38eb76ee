import CarrelBasics
import CarrelFrontEnd
import CarrelHTTP
import CarrelServer
import Foundation

/// One server-sent event, as the HTML standard writes it.
enum LiveFrame {
    /// A comment, which keeps the connection open and finds out whether somebody listens.
    static let comment = Array(": still here\n\n".utf8)

    /// An event.
    ///
    /// - Parameters:
    ///   - name: what happened.
    ///   - number: the number of the last change that was told, from which a browser that lost the connection goes on.
    ///   - value: what is told of it.
    /// - Returns: its bytes, without secrets; none for a value that JSON has no form for.
    static func event(_ name: String, number: Int64?, _ value: some Encodable) -> [UInt8] {
        guard let data = JSONText.line(value) else { return [] }
        let id = number.map { "id: \($0)\n" } ?? ""
        return Array("\(id)event: \(name)\ndata: \(ShownText.of(data))\n\n".utf8)
    }

    /// A reply that is such events.
    static func reply(_ stream: ReplyStream) -> ServerReply {
        ServerReply(
            200,
            HTTPFields([
                ("Content-Type", "text/event-stream; charset=utf-8"),
                // A server in front, such as nginx, would keep events until they fill a buffer.
                ("X-Accel-Buffering", "no"),
            ]),
            content: .stream(stream))
    }
}

/// The states of some items.
struct StatusFrame: Encodable, Sendable {
    /// One item's state.
    struct Item: Encodable, Sendable {
        var key, status, words: String
        var reason: String?
        var fraction: Double?

        init(_ key: String, _ status: StatusMarkup) {
            (self.key, self.status, words) = (key, status.name, status.words)
            (reason, fraction) = (status.reason, status.fraction)
        }
    }

    var items: [Item]
}

/// What the library lists or counts has changed.
struct LibraryFrame: Encodable, Sendable {
    /// Whether the list that is shown is to be read again: something came to it or left it.
    var relists: Bool
}

/// What is going on.
struct ActivityFrame: Encodable, Sendable, Equatable {
    /// How many documents are on their way or wait, and how many ended since the work began.
    var active, done: Int
    /// The line for a person; `nil` if nothing goes on.
    var text: String?

    init(_ state: Activity.State, _ language: Language) {
        (active, done) = (state.active, state.done)
        let working = Phrase.working.text(language)
        text = state.line(
            working: working,
            // Of a single one its row says how far it is.
            count: { $1 == 1 ? working : Phrase.doneOf.text(language, String($0), String($1)) },
            rate: language.size,
            left: { Phrase.timeLeft.text(language, $0) })
    }
}

/// Why the library cannot be read just now.
struct TroubleFrame: Encodable, Sendable {
    /// The sentence for the person; `nil` if it can be read.
    var text: String?

    init(_ error: (any Error)?, _ language: Language) { text = error.map { Sentence.of($0, language) } }
}

/// A sentence for the person, such as why something did not work.
struct MessageFrame: Encodable, Sendable {
    var text: String
    var isError: Bool
    /// When it was said, and later than the one before: a page says what came after it was made, and each sentence once.
    var turn: Int64
}
