import CarrelCore
import Foundation

/// What is known of the terminal, and how lines get there.
struct Terminal: Sendable {
    /// Whether standard error is a terminal that can redraw lines.
    let drawsProgress: Bool
    /// Whether standard output takes colours.
    let hasColour: Bool
    /// How exactly standard output shows colours; `nil` where it has too few for pictures.
    let depth: ColourDepth?

    init(environment: [String: String]) {
        let isPlain = environment["TERM"] == "dumb" || environment["TERM"] == nil
        drawsProgress = isatty(STDERR_FILENO) == 1 && !isPlain
        hasColour = isatty(STDOUT_FILENO) == 1 && !isPlain && (environment["NO_COLOR"] ?? "").isEmpty
        depth = hasColour ? ColourDepth(environment: environment) : nil
        pictureObstacle =
            isatty(STDOUT_FILENO) == 1 && depth == nil ? Self.obstacle(environment, isPlain: isPlain) : nil
    }

    private static func obstacle(_ environment: [String: String], isPlain: Bool) -> String {
        if !isPlain, !(environment["NO_COLOR"] ?? "").isEmpty { return "NO_COLOR is set" }
        let name = environment["TERM"].map { "TERM=\($0)" } ?? "a terminal without TERM"
        return
            "\(name) promises fewer than 256 colours; TERM=xterm-256color or COLORTERM=truecolor says that it has them"
    }

    /// Why standard output is a terminal on which no picture is drawn; `nil` where it is none, or pictures are drawn.
    let pictureObstacle: String?

    /// The width of the terminal in columns.
    static var width: Int { size(STDERR_FILENO).columns }

    /// Its height in lines.
    static var height: Int { size(STDERR_FILENO).lines }

    /// The largest picture that can be seen at once, with some lines of text; `nil` where pictures cannot be shown.
    var picture: PictureSize? {
        guard depth != nil else { return nil }
        let (columns, lines) = Self.size(STDOUT_FILENO)
        return PictureSize(width: min(columns, 120), height: 2 * min(max(lines - 8, 8), 60))
    }

    private static func size(_ descriptor: Int32) -> (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The width of the terminal that standard output goes to; `nil` where it goes elsewhere, and nothing is cut.
    static var outputWidth: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }

    /// Text in a style, where colours are wanted.
    func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A style: the parameter of the SGR sequence (ECMA-48).
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }
}

/// Writes whole lines, so that those of several tasks never mix.
final class LineWriter: Sendable {
    /// Standard output: results.
    static let output = LineWriter(descriptor: STDOUT_FILENO)
    /// Standard error: progress and messages.
    static let error = LineWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let errorCode = Locked<Int32>(0)

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes text as it is.
    ///
    /// When the reader went away, as `head` does, what is written is dropped and the work goes on: a sync must
    /// not end half done because nobody looks.
    func write(_ text: String) {
        StatusLine.clear()
        writeUnder(text)
    }

    /// Writes text without taking the status line away first: for the status line itself.
    func writeUnder(_ text: String) {
        var text = text
        errorCode.withLock { code in
            guard code == 0 else { return }
            code = text.withUTF8 { bytes in Self.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
        }
    }

    /// Why something could not be written; a reader that went away is no such reason.
    var failure: String? {
        let code = errorCode.value
        return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
    }

    /// Writes all bytes; returns 0, or the value of `errno`.
    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Writes many lines, a good many at a time.
    ///
    /// - Parameters:
    ///   - lines: the lines.
    ///   - showsAll: whether also what URLs hold of keys and passwords, as in a plan that is to be applied.
    func lines(_ lines: some Sequence<String>, showsAll: Bool = false) {
        var text = ""
        for line in lines {
            text += showsAll ? line : ShownText.of(line)
            text += "\n"
            if text.utf8.count >= 1 << 16 {
                write(text)
                text.removeAll(keepingCapacity: true)
            }
        }
        if !text.isEmpty { write(text) }
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - text: the line, without its end.
    ///   - showsAll: whether also what URLs hold of keys and passwords, as in a document's own text.
    func line(_ text: String, showsAll: Bool = false) {
        write((showsAll ? text : ShownText.of(text)) + "\n")
    }
}
