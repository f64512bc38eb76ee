import CarrelText

extension RTFReader {
    /// Takes a control word.
    mutating func take(word: String, _ number: Int?) {
        let wasStarred = isStarred
        isStarred = false
        if word == "u" { return add(unicode: number ?? 0) }
        if word == "bin" { return scanner.skip(number ?? 0) }
        guard toSkip == 0 else {
            toSkip -= 1
            return
        }
        // What follows may be in another encoding, or go elsewhere.
        flushBytes()
        if let destination = RTFWords.destinations[word] { return begin(destination) }
        if wasStarred, !RTFWords.known.contains(word) {
            group.destination = .skip
            return
        }
        guard group.destination != .skip else { return }
        if let text = RTFWords.characters[word] { return addText(text) }
        takeText(word, number)
    }

    private mutating func begin(_ destination: RTFDestination) {
        guard group.destination != .skip else { return }
        switch destination {
        case .footnote:
            guard notes.count < Self.maxNotes else {
                group.destination = .skip
                return
            }
            noteCount += 1
            addText(" [^\(noteCount)]")
            beginFlow(.footnote)
        case .comment, .header, .footer, .shape: beginFlow(destination)
        // LibreOffice writes who changed the document last as a second author.
        case .fact(let name) where facts.has(name): group.destination = .skip
        case .fact, .time: group.destination = group.destination == .info ? destination : .skip
        default: group.destination = destination
        }
    }

    private mutating func takeText(_ word: String, _ number: Int?) {
        if group.destination == .fontTable { return takeFont(word, number) }
        if case .time(let name) = group.destination { return facts.add(word, number ?? 0, to: name) }
        switch word {
        case "par", "sect": endParagraph()
        case "cell": flows[flows.count - 1].endCell(headings: headings)
        case "row": flows[flows.count - 1].endRow()
        case "pard": paragraph = RTFFlow.Paragraph()
        case "intbl": paragraph.isInTable = true
        case "ilvl": paragraph.depth = max(0, min(8, number ?? 0))
        case "ls": paragraph.isItem = (number ?? 0) > 0
        case "outlinelevel": paragraph.outline = number.flatMap { (0...8).contains($0) ? $0 : nil }
        case "s" where group.destination == .styleSheet: group.style = number
        case "s": paragraph.style = number
        case "f": group.font = number
        case "plain": (group.font, group.isHidden) = (nil, false)
        case "v", "deleted": group.isHidden = number != 0
        case "uc": group.replacements = max(0, number ?? 1)
        case "upr": group.skipsNext = true
        case "ansicpg":
            if let encoding = number.flatMap({ TextEncoding(codePage: $0) }) { fonts.standard = encoding }
        case "mac": fonts.standard = TextEncoding(codePage: 10000) ?? fonts.standard
        case "pc": fonts.standard = TextEncoding(codePage: 437) ?? fonts.standard
        case "pca": fonts.standard = TextEncoding(codePage: 850) ?? fonts.standard
        case "deff": fonts.standardFont = number
        case "nofpages", "nofwords": facts.add(number ?? 0, to: word)
        default: break
        }
    }

    private mutating func takeFont(_ word: String, _ number: Int?) {
        switch word {
        case "f": group.font = number
        case "fcharset": if let font = group.font { fonts.take(charset: number ?? 0, font: font) }
        case "cpg": if let font = group.font { fonts.take(codePage: number, font: font) }
        default: break
        }
    }
}
