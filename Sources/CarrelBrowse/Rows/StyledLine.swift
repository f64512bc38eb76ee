import CarrelBasics
import CarrelTerminal

/// A line of text with its look.
package struct StyledLine: Sendable, Hashable {
    package var text: String
    package var style: CellStyle
    /// What is between it and the line before.
    package var joint: FittedText.Joint

    package init(_ text: String, _ style: CellStyle = .plain, _ joint: FittedText.Joint = .line) {
        (self.text, self.style, self.joint) = (text, style, joint)
    }

    /// A text in lines that fit a width.
    package static func fitted(_ text: String, width: Int, _ style: CellStyle = .plain) -> [StyledLine] {
        FittedText.joinedLines(text.terminalSafe, width: width).map { StyledLine($0.text, style, $0.joint) }
    }
}
