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
    /// Whether entries are missing for the limit.
    var isCut: Bool

    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        let (text, isTextCut) = table(limits.maxText)
        return Preview(
            summary: summary, text: text, form: .markdown, isTruncated: isTextCut || isCut,
            mediaType: document.mediaType, metadata: metadata, notes: notes)
    }

    // MARK: Totals

    private var files: Int { list.entries.count { !$0.isFolder } }
    private var folders: Int { list.entries.count - files }
    private var size: Int64 {
        list.entries.reduce(0) { total, entry in
            let (sum, isTooLarge) = total.addingReportingOverflow(entry.size ?? 0)
            return isTooLarge ? .max : sum
        }
    }

    private var kind: String {
        [messages.format ?? "Archive", messages.compression].compactMap { $0 }.joined(separator: ", ")
            .singleLine
    }

    private var summary: String {
        let count = "\(files) file\(files == 1 ? "" : "s")"
        return isCut ? "\(kind): more than \(count)" : "\(kind): \(count), \(ByteCount(size)) unpacked"
    }

    private var metadata: [String: String] {
        var metadata = ["files": String(files), "folders": String(folders), "unpacked": String(size)]
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
        let outside = list.entries.count { Self.leadsOut($0.name) }
        if outside > 0 {
            notes.append("Names that lead out of the folder in which it would be unpacked: \(outside)")
        }
        if isCut { notes.append("There are more: the list ends after \(list.entries.count)") }
        return notes
    }

    private static func leadsOut(_ name: String) -> Bool {
        name.hasPrefix("/") || name.split { $0 == "/" || $0 == "\\" }.contains("..")
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
            rows.append([name, entry.size.map { "\(ByteCount($0))" } ?? "", entry.date])
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
