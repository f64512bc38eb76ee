import CarrelBasics
import CarrelHTTP
import Foundation

/// The query of `/delay2.php`: how long to wait and what to fetch then.
struct DelayRequest: Sendable, Equatable {
    /// How long to wait, or the range to draw it from; `nil` if the query does not say.
    var delay: RandomDelay?
    /// What to fetch.
    var url: URL

    /// The path that takes such queries.
    static let path = "/delay2.php"

    /// Why a query is refused: with which status and which words.
    struct Refusal: Error, Equatable {
        var status: Int
        var reason: String
    }

    /// Reads a query, still percent-encoded as it came.
    ///
    /// The URL comes last and reaches to the end, so that one that was not escaped keeps its own `&` and `?`.
    /// It is taken as it is where it begins like `http://`, and is percent-decoded once otherwise.
    init(query: String?) throws(Refusal) {
        let usage = "use /delay2.php?delay=SECONDS&url=URL, with url last"
        guard let query, let place = Self.placeOfURL(in: query) else {
            throw Refusal(status: 400, reason: "url is missing: \(usage)")
        }
        for parameter in query[..<place.lowerBound].split(separator: "&") where parameter.hasPrefix("delay=")
        {
            delay = try Self.delay(String(parameter.dropFirst("delay=".count)))
        }
        let raw = String(query[place.upperBound...])
        guard
            let text = raw.starts(with: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) ? raw : raw.percentDecoded
        else {
            throw Refusal(status: 400, reason: "url is not properly escaped: \(usage)")
        }
        do {
            url = try RequestTarget.check(text)
        } catch {
            let scheme = URL(string: text)?.scheme?.lowercased() ?? "http"
            throw Refusal(
                status: scheme == "http" || scheme == "https" ? 400 : 403,
                reason: "url is refused: \(error.reason)")
        }
    }

    private static func placeOfURL(in query: String) -> Range<String.Index>? {
        if query.hasPrefix("url=") {
            return query.startIndex..<query.index(query.startIndex, offsetBy: 4)
        }
        return query.firstRange(of: "&url=")
    }

    /// Reads `5`, `0.25`, `0..3`, or the same with units: `5s`, `0s..250ms`.
    private static func delay(_ text: String) throws(Refusal) -> RandomDelay {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { end in
            end.last?.isASCII == true && end.last?.isNumber == true ? end + "s" : String(end)
        }
        guard let delay = RandomDelay(text: ends.joined(separator: "..")) else {
            throw Refusal(status: 400, reason: "delay is seconds, such as 5 or 0.5, or a range such as 0..3")
        }
        let longest = RandomDelay.longestOfProxy
        guard delay.range.upperBound <= longest else {
            throw Refusal(status: 400, reason: "delay is longer than \(longest.durationText)")
        }
        return delay
    }
}
