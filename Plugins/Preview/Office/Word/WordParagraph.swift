import CarrelModel

/// What a paragraph holds: its words, and what stands beside them.
struct WordParagraph {
    var text = ""
    /// What floats beside the text: text boxes, pictures, charts.
    var beside: [Block] = []
    /// The notes and comments that the text refers to.
    var notes: [WordReference] = []
    var shifts = ShiftedRuns()
}

/// A reference to a note or a comment.
struct WordReference: Hashable {
    enum Kind: String { case footnote, endnote, comment }
    let kind: Kind
    let id: String
}

/// Fields that are being read: what computes them is not shown, their results are.
struct WordFields {
    private var stack: [(isResult: Bool, instruction: String)] = []

    /// Whether what is read now is shown.
    var isShown: Bool { stack.allSatisfy { $0.isResult && !Self.isPageNumber($0.instruction) } }

    mutating func begin() {
        // As deep as no document nests them.
        if stack.count < 64 { stack.append((false, "")) }
    }

    mutating func separate() { if !stack.isEmpty { stack[stack.count - 1].isResult = true } }

    mutating func end() { _ = stack.popLast() }

    mutating func take(instruction: String) {
        guard let last = stack.indices.last, stack[last].instruction.utf8.count < 4096 else { return }
        stack[last].instruction += instruction
    }

    /// The number of the page that a header is on says nothing in a preview.
    static func isPageNumber(_ instruction: String) -> Bool {
        let word = instruction.split(whereSeparator: \.isWhitespace).first ?? ""
        return ["PAGE", "NUMPAGES", "SECTIONPAGES"].contains(word.uppercased())
    }
}
