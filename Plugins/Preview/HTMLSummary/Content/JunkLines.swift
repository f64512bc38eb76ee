import CarrelBasics

/// Lines that templates put between the paragraphs of articles, in the languages that are met most often.
enum JunkLines {
    /// Whether a line is one of them.
    static func matches(_ text: String, isLink: Bool, isHeading: Bool) -> Bool {
        let line = text.singleLine.lowercased()
        let words = line.drop { !$0.isLetter && !$0.isNumber }
        guard let end = words.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return true }
        let bare = String(words[...end])
        if JunkPhrases.whole[StableHash(bare.utf8)] != nil { return true }
        func begins(_ phrase: String) -> Bool { Self.begins(line, phrase) }
        if isLink, JunkPhrases.linkBeginnings.contains(where: begins) { return true }
        if isHeading, JunkPhrases.headingBeginnings.contains(where: begins) { return true }
        return JunkPhrases.beginnings.contains(where: begins) || isCopyright(line)
    }

    // A longer line is a sentence about something.
    private static let maxCopyright = 100

    /// Whether a line says whose the page is, and little else.
    private static func isCopyright(_ line: String) -> Bool {
        guard line.count <= maxCopyright else { return false }
        let rest = line.trimmingPrefix("copyright").drop { $0 == " " }
        // “(c)” may count a condition.
        return rest.hasPrefix("©")
            || rest.hasPrefix("(c)") && rest.dropFirst(3).first { $0 != " " }?.isNumber == true
    }

    /// Whether a line begins with a phrase of whole words.
    private static func begins(_ line: String, _ phrase: String) -> Bool {
        guard line.utf8.starts(with: phrase.utf8) else { return false }
        let next = line.utf8.dropFirst(phrase.utf8.count).first
        let isWord = phrase.utf8.last.map { $0.isLetter || $0 >= 0x80 } ?? false
        return !isWord || !(next.map { $0.isLetter || $0 &- 0x30 < 10 || $0 >= 0xC3 } ?? false)
    }

    /// Whether a line only says who wrote something, and when.
    static func isByline(_ text: String) -> Bool {
        let line = text.singleLine.lowercased()
        if ["by ", "von ", "par ", "written by", "reporting by"].contains(where: line.hasPrefix),
            !line.hasSuffix(".")
        {
            return true
        }
        var words = line.split { !$0.isLetter && !$0.isNumber }
        let count = words.count
        words.removeAll { dateWords[StableHash($0.utf8)] != nil || $0.contains(where: \.isNumber) }
        return words.isEmpty && count > 0
    }

    private static let dateWords: ByteWords<Bool> = {
        var words = ByteWords<Bool>()
        words.add(dates) { _ in true }
        return words
    }()

    private static let dates = """
        january february march april may june july august september october november december jan feb mar apr jun jul aug
        sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat
        sun am pm a m p est edt et pst pdt pt cst cdt gmt utc bst cet published updated posted on at last modified min mins
        minute minutes read ago hour hours day days week weeks month months of the date first created by edited and
        januar februar märz mai juni juli oktober dezember uhr janvier février mars avril juin juillet août septembre octobre
        novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre de le
        """
}
