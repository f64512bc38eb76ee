import CarrelBasics

/// Something on the terminal that goes while others use it.
protocol SuspendedDrawing: Sendable {
    /// Leaves the terminal to others until `resume`; each of several that pause it resumes it.
    func pause()

    /// Takes the terminal again.
    func resume()
}

extension Terminal {
    /// What is drawn on the terminal now, if there is anything.
    static let drawing = Locked<(any SuspendedDrawing)?>(nil)
}

extension LineWriter {
    /// Writes a line to standard error, above what is drawn on the terminal: below it, the next drawing would erase it.
    static func message(_ text: String) {
        let drawing = Terminal.drawing.value
        drawing?.pause()
        defer { drawing?.resume() }
        error.line(text)
    }
}
