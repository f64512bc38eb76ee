import CarrelBasics
import CarrelModel
import CarrelTerminal
import Foundation

/// The properties of the terminal, and styles for its lines.
struct Terminal: Sendable {
    /// Whether standard error is a terminal that can redraw lines.
    let drawsProgress: Bool
    /// Whether standard output can show colours.
    let hasColour: Bool
    /// Whether standard error can show colours.
    let hasErrorColour: Bool
    /// The colours of standard output; `nil` if it has too few for pictures.
    let depth: ColourDepth?

    init(environment: [String: String]) {
        let (isPlain, colours) = (Self.isPlain(environment), ColourDepth(environment: environment))
        drawsProgress = isatty(STDERR_FILENO) == 1 && !isPlain
        hasColour = isatty(STDOUT_FILENO) == 1 && colours > .none
        hasErrorColour = drawsProgress && colours > .none
        depth = hasColour && colours >= .palette ? colours : nil
        pictureObstacle =
            isatty(STDOUT_FILENO) == 1 && depth == nil ? Self.obstacle(environment, isPlain: isPlain) : nil
    }

    /// Whether nothing is known of the terminal that would move its cursor.
    static func isPlain(_ environment: [String: String]) -> Bool {
        ["", "dumb"].contains(environment["TERM"] ?? "")
    }

    private static func obstacle(_ environment: [String: String], isPlain: Bool) -> String {
        if !isPlain, !(environment["NO_COLOR"] ?? "").isEmpty { return "NO_COLOR is set" }
        let name = environment["TERM"].map { "TERM=\($0)" } ?? "a terminal without TERM"
        return
            "\(name) promises fewer than 256 colours; if it has them, set TERM=xterm-256color or COLORTERM=truecolor"
    }

    /// Why no pictures are drawn on the terminal of standard output; `nil` if they are, or if it is not a terminal.
    let pictureObstacle: String?

    /// Whether this process is in the foreground of the terminal; in the background it must not draw.
    static var isInForeground: Bool { isInForeground(of: STDERR_FILENO) }

    /// Whether this process is in the foreground of a terminal; in the background its keys are somebody else's.
    static func isInForeground(of descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        return group <= 0 || group == getpgrp()
    }

    /// The width of the terminal in columns.
    static var width: Int { size(STDERR_FILENO).columns }

    /// The height of the terminal in lines.
    static var height: Int { size(STDERR_FILENO).lines }

    /// The largest picture that fits on the screen with some lines of text; `nil` if pictures cannot be shown.
    var picture: PictureSize? {
        guard depth != nil else { return nil }
        let (columns, lines) = Self.size(STDOUT_FILENO)
        return PictureSize(width: min(columns, 120), height: 2 * min(max(lines - 8, 8), 60))
    }

    /// The largest picture of a form that can be seen at once, with some lines of text; `nil` if none can be shown.
    ///
    /// In pixels of the terminal, for blocks in halves of characters.
    func picture(_ form: PictureForm) -> PictureSize? {
        guard form != .blocks else { return picture }
        guard hasColour else { return nil }
        let (columns, lines) = Self.size(STDOUT_FILENO)
        return GraphicText.size(columns: columns, lines: max(lines - 8, 8), cell: Self.cell)
    }

    /// The size of a character in pixels; a common one where the terminal does not tell.
    static var cell: PictureSize {
        guard let size = window(STDOUT_FILENO), size.ws_row > 0, size.ws_xpixel / size.ws_col >= 2,
            size.ws_ypixel / size.ws_row >= 2
        else { return PictureSize(width: 8, height: 16) }
        return PictureSize(
            width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }

    /// The size of a terminal in characters; a common one if it does not tell.
    static func size(_ descriptor: Int32) -> (columns: Int, lines: Int) {
        window(descriptor).map { (Int($0.ws_col), $0.ws_row > 0 ? Int($0.ws_row) : 24) } ?? (80, 24)
    }

    /// What a terminal tells of its window, which has columns; `nil` if it does not tell.
    private static func window(_ descriptor: Int32) -> winsize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return size
    }

    /// The width of the terminal of standard output; `nil` if it is not a terminal, so that nothing is cut.
    static var outputWidth: Int? {
        isatty(STDOUT_FILENO) == 1 ? window(STDOUT_FILENO).map { Int($0.ws_col) } : nil
    }

    /// Text for standard output in a style, if it can show colours.
    func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a heading to standard output.
    func heading(_ text: String) { LineWriter.output.line(styled(text.singleLine, .bold)) }

    /// Text about a new or updated document, in its colour.
    func styled(_ text: String, _ news: News?) -> String {
        switch news {
        case .new: styled(text, .green)
        case .updated: styled(text, .yellow)
        case nil: text
        }
    }

    /// Text for standard error about something that failed, in red if it can show colours.
    func alarming(_ text: String) -> String {
        hasErrorColour ? "\u{1B}[\(Style.red.rawValue)m\(text)\u{1B}[0m" : text
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
