import CarrelBasics
import CarrelModel
import CarrelStages

/// Shows the list of an archive: a table, with the totals as facts.
struct ArchiveView {
    var list: ArchiveList
    var messages: ArchiveMessages
    /// How many files are locked by a password, where the archive tells.
    var lockedEntries: Int?
    var isDamaged: Bool
    /// Whether the archive has so much more than the limit that nobody counted it.
    var isUncounted: Bool

    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        let (text, isTextCut) = table(limits.maxText)
        return Preview(
            summary: summary, text: text, form: .markdown, isTruncated: isTextCut || isCut,
            mediaType: document.mediaType, metadata: metadata, notes: notes)
    }

    // MARK: Totals

    /// Whether entries are missing for the limit.
    private var isCut: Bool { list.isCut || isUncounted }

    private var kind: String {
        [messages.format ?? "Archive", messages.compression].compactMap { $0 }.joined(separator: ", ")
            .singleLine
    }

    private var summary: String {
        let totals = list.totals
        let count = "\(totals.files) file\(totals.files == 1 ? "" : "s")"
        return isUncounted
            ? "\(kind): more than \(count)" : "\(kind): \(count), \(ByteCount(totals.size)) unpacked"
    }

    private var metadata: [String: String] {
        let totals = list.totals
        var metadata: [String: String] =
            isUncounted
            ? [:]
            : [
                "files": String(totals.files), "folders": String(totals.folders),
                "unpacked": String(totals.size),
            ]
        metadata["format"] = messages.format?.singleLine
        metadata["compression"] = messages.compression?.singleLine
        metadata["encrypted"] = lockedEntries.flatMap { $0 > 0 ? String($0) : nil }
        return metadata
    }

    private var notes: [String] {
        var notes: [String] = []
        if let lockedEntries, lockedEntries > 0 {
            notes.append("Locked by a password: \(lockedEntries) of its files")
        } else if messages.isLocked {
            notes.append("Its files are locked by a password")
        }
        if isDamaged, !messages.isLocked {
            notes.append(
                "The archive is damaged or incomplete: files may be missing"
                    + (messages.complaint.map { " (\($0))" } ?? ""))
        }
        let outside = list.totals.leadingOut
        if outside > 0 {
            notes.append("Names that lead out of the folder in which it would be unpacked: \(outside)")
        }
        if isCut { notes.append("There are more: the list ends after \(list.entries.count)") }
        return notes
    }

    // MARK: Table

    /// As many rows as there is room for; a row is never cut.
    private func table(_ limit: Int) -> (text: String, isCut: Bool) {
        guard !list.entries.isEmpty else { return ("", false) }
        var rows = [["Name", "Size", "Date"]]
        var length = 0
        for entry in list.entries {
            // More rows than fit would only be thrown away.
            guard length <= limit else { break }
            let target = entry.target.map { " → \($0)" } ?? ""
            let name = (entry.name + target).prefix(utf8: 1024).text.singleLine
            rows.append([MarkdownText.literal(name), entry.size.map { "\(ByteCount($0))" } ?? "", entry.date])
            length += name.utf8.count
        }
        let text = MarkdownText([.table(rows)]).text.readable
        guard text.utf8.count > limit || rows.count <= list.entries.count else { return (text, false) }
        let part = text.prefix(utf8: limit).text
        let end =
            part.utf8.count < text.utf8.count ? part.lastIndex(of: "\n") ?? part.startIndex : part.endIndex
        return (String(part[..<end]), true)
    }
}
