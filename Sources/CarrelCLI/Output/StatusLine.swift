import CarrelBasics

/// A line below everything else on the terminal, which disappears when anything is written.
enum StatusLine {
    private struct State {
        var isShown = false
        /// How many others use the place, such as bars and a question.
        var takers = 0
    }

    private static let state = Locked(State())

    /// Whether there is a text, which takes with it whatever is typed behind it.
    static var isShown: Bool { state.value.isShown }

    /// Shows a text instead of the last one, unless the place is taken.
    static func show(_ text: String) {
        state.withLock { state in
            guard state.takers == 0 else { return }
            LineWriter.error.writeUnder("\r\u{1B}[K" + text)
            state.isShown = true
        }
    }

    /// Removes the text.
    static func clear() {
        state.withLock { state in
            guard state.isShown else { return }
            LineWriter.error.writeUnder("\r\u{1B}[K")
            state.isShown = false
        }
    }

    /// Gives the place to something else, or takes it back.
    static func take(_ isTaken: Bool) {
        if isTaken { clear() }
        state.withLock { $0.takers = max(0, $0.takers + (isTaken ? 1 : -1)) }
    }
}
