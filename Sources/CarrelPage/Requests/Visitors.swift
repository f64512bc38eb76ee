import CarrelCore
import CarrelModel

/// Which browser looks at what: who leaves a collection no longer asks for what is in it.
actor Visitors {
    private struct Visitor {
        var reader: Reader
        var used: Int
        /// Whether it asked again: what keeps no cookies is somebody else each time.
        var hasReturned = false
    }

    private var known: [String: Visitor] = [:]
    private var clock = 0
    private static let most = 500

    /// The reader of a browser.
    func reader(of visitor: String, _ desk: Desk) async -> Reader {
        clock += 1
        if var found = known[visitor] {
            (found.used, found.hasReturned) = (clock, true)
            known[visitor] = found
            return found.reader
        }
        let reader = Reader()
        known[visitor] = Visitor(reader: reader, used: clock)
        if known.count > Self.most, let oldest = known.min(by: { Self.goesBefore($0.value, $1.value) }) {
            known[oldest.key] = nil
            await desk.leave(oldest.value.reader)
        }
        return reader
    }

    private static func goesBefore(_ one: Visitor, _ other: Visitor) -> Bool {
        one.hasReturned == other.hasReturned ? one.used < other.used : !one.hasReturned
    }
}
