import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// An item's history as lines of text.
struct HistoryText {
    let lines: [String]

    init(_ row: LibraryView.Row, _ history: ItemHistory) {
        var lines = ["\(row.key.collection): \(row.item.title)"]
        if let url = row.item.url { lines.append("  \(ShownText.of(url))") }
        for attempt in history.attempts { lines += ["", Self.title(attempt)] + Self.requests(attempt) }
        if history.attempts.isEmpty { lines += ["", "never tried"] }
        lines += ["", "now"] + Self.present(history).map { "  \($0)" }
        lines += ["", "next sync", "  " + Self.next(history)]
        self.lines = lines
    }

    private static func title(_ attempt: Attempt) -> String {
        let outcome = attempt.outcome.words
        let what = attempt.reason.map { "\(outcome): \($0)" } ?? outcome
        return "\(DateText.text(attempt.date))  \(attempt.action.rawValue) → \(what)"
    }

    private static func requests(_ attempt: Attempt) -> [String] {
        guard !attempt.exchanges.isEmpty else {
            let status = attempt.status.map { HTTPStatus.text($0) }
            return [status.map { "  \($0), \(ByteCount(attempt.bytes))" }].compactMap { $0 }
        }
        return attempt.exchanges.flatMap { lines(ExchangeRow($0)) }
    }

    private static func lines(_ exchange: ExchangeRow) -> [String] {
        var lines = ["  asked for \(exchange.asked)"]
        for url in exchange.redirects { lines.append("    \(url) redirected") }
        lines += ["    \(exchange.url)", "    \(answer(exchange))"]
        for digest in exchange.digests { lines.append("    promised \(digest)") }
        return lines + ["    decided to \(exchange.decision)"]
    }

    private static func answer(_ exchange: ExchangeRow) -> String {
        guard let status = exchange.status else { return "no answer" }
        let facts: [String?] = [
            exchange.mediaType, exchange.length.map { ByteCount($0).description },
            exchange.entityTag.map { "ETag \($0)" }, exchange.lastModified.map { "Last-Modified \($0)" },
            exchange.retryAfter.map { "Retry-After \($0)" },
        ]
        return ([HTTPStatus.text(status)] + facts.compactMap { $0 }).joined(separator: " · ")
    }

    private static func present(_ history: ItemHistory) -> [String] {
        var lines: [String] = []
        if let document = history.document {
            lines.append(
                "\(state(history)): \(document.name), \(ByteCount(document.size)), \(DateText.text(document.storedAt))"
            )
            lines.append("sha-256 \(document.sha256)")
            if let copy = document.editedCopy {
                lines.append("the version before, which was changed on disk: \(copy)")
            }
            let validators = [
                document.validators.entityTag.map { "ETag \($0)" },
                document.validators.lastModified.map { "Last-Modified \($0)" },
            ].compactMap { $0 }
            if !validators.isEmpty { lines.append(validators.joined(separator: " · ")) }
        } else {
            lines.append("not stored")
        }
        if let partial = history.partial {
            lines.append("\(ByteCount(partial.bytes)) of an unfinished download are kept")
        }
        if let aside = history.quarantined {
            lines.append("set aside: \(ByteCount(aside.digest.size)), \(aside.reason)")
        }
        if let hold = history.hold {
            lines.append("\(hold.asking) until \(DateText.text(hold.until)): \(hold.reason)")
        }
        return lines
    }

    /// What is said of the document that is recorded.
    private static func state(_ history: ItemHistory) -> String {
        if history.isUnnamed { return "waits for its name" }
        if history.isMissing { return "recorded, but the file is missing" }
        return history.isEdited ? "changed on disk" : "stored"
    }

    private static func next(_ history: ItemHistory) -> String {
        guard let next = history.next else { return "nothing: the catalogue no longer lists it" }
        return "\(next.action.rawValue): \(next.reason)"
    }
}
