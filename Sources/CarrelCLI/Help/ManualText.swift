import CarrelBasics

/// Writes a manual page in the man macros, which groff and mandoc both read.
struct ManualText {
    private var lines: [String]

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - name: its name, such as `carrel`.
    ///   - section: the section of the manual.
    ///   - version: the version of Carrel.
    ///   - heading: the title of the section.
    ///   - purpose: what the program or file is for, in one line without a full stop.
    init(_ name: String, section: Int, version: String, heading: String, purpose: String) {
        lines = [
            ".TH \(Self.escaped(name.uppercased())) \(section) \"\" \"Carrel \(Self.escaped(version))\" \"\(heading)\""
        ]
        self.heading("Name")
        lines.append("\(Self.escaped(name)) \\- \(Self.escaped(purpose))")
    }

    /// The page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// A heading of the first level.
    mutating func heading(_ title: String) { lines.append(".SH \"\(Self.argument(title.uppercased()))\"") }

    /// A heading of the second level.
    mutating func subheading(_ title: String) { lines.append(".SS \"\(Self.argument(title))\"") }

    /// Adds paragraphs, which are separated by empty lines.
    mutating func paragraphs(_ text: String) {
        for paragraph in text.split(separator: "\n\n") {
            add([Self.escaped(String(paragraph))])
        }
    }

    /// A term with what it means.
    mutating func term(_ term: String, _ meaning: String) {
        lines += [".TP", "\\fB\(Self.escaped(term))\\fR", Self.escaped(meaning)]
    }

    /// A block of a topic.
    mutating func add(_ block: HelpBlock) {
        switch block {
        case .heading(let title): subheading(title)
        case .text(let text): paragraphs(text)
        case .terms(let rows): for (term, meaning) in rows { self.term(term, meaning) }
        case .lines(let lines): add([".RS 4", ".nf"] + lines.map(Self.escaped) + [".fi", ".RE"])
        }
    }

    /// Adds a paragraph; after a heading, it needs no macro.
    private mutating func add(_ paragraph: [String]) {
        let isBelowHeading = [".SH", ".SS"].contains { lines.last?.hasPrefix($0) == true }
        lines += (isBelowHeading ? [] : [".PP"]) + paragraph
    }

    /// A topic under a heading of its own.
    mutating func add(_ topic: HelpTopic) {
        heading(topic.title)
        topic.blocks.forEach { add($0) }
    }

    /// Escapes text so that it is not read as a macro or an escape, in any encoding.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = line.unicodeScalars.map(escaped).joined()
            return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
        }.joined(separator: "\n")
    }

    /// Escapes text within the quotes of a macro's argument.
    private static func argument(_ text: String) -> String { escaped(text).replacing("\"", with: "\\(dq") }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\e"
        // As a minus: a typographic hyphen could not be pasted into a shell.
        case "-": "\\-"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case _ where scalar.isASCII: String(scalar)
        default: "\\[u\(String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4))]"
        }
    }
}
