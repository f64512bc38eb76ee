import CarrelBasics

/// Writes HTML from fixed tags and escaped text, within limits of size and depth, and ends every element.
struct HTMLWriter {
    /// What was written.
    private(set) var html = ""
    /// Whether something was left out.
    private(set) var isCut = false
    // How each open element ends; nothing where its tags were left out.
    private var ends: [String] = []
    private let limits: MarkdownHTML.Limits

    init(_ limits: MarkdownHTML.Limits) { self.limits = limits }

    /// Whether nothing more fits.
    var isFull: Bool { html.utf8.count > limits.maxHTML }

    /// Begins an element; one that is too deep keeps its text only.
    ///
    /// - Parameters:
    ///   - name: the element's name.
    ///   - attributes: its attributes, whose values are escaped.
    ///   - after: what follows the end of a block.
    mutating func open(_ name: String, _ attributes: [(String, String)] = [], after: String = "") {
        guard ends.count < limits.maxDepth, !isFull else {
            isCut = isCut || isFull
            ends.append(" ")
            return
        }
        let words = attributes.map { " \($0.0)=\"\(HTMLText.escaped($0.1))\"" }.joined()
        html += "<\(name)\(words)>"
        ends.append("</\(name)>\(after)")
    }

    /// Takes part in the nesting without a tag, such as a paragraph of a list whose items stand close together.
    mutating func openNothing(after: String = "") { ends.append(after) }

    /// Ends the last element.
    mutating func close() { html += ends.popLast() ?? "" }

    /// Writes text.
    mutating func text(_ text: String) {
        guard !isFull else {
            isCut = isCut || !text.isEmpty
            return
        }
        html += HTMLText.escaped(text)
    }

    /// Writes an element that has no end.
    mutating func single(_ name: String) {
        guard !isFull else {
            isCut = true
            return
        }
        html += "<\(name)>\n"
    }

    /// Ends all elements.
    mutating func finish() {
        while !ends.isEmpty { close() }
    }
}

/// Text in HTML.
public enum HTMLText {
    /// Text without anything that a page would act on, for the content of an element or for a value in quotes.
    public static func escaped(_ text: String) -> String {
        text.terminalSafe.markupEscaped
    }
}
