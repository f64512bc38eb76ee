import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTerminal
import Foundation

/// The versions of a document.
extension DetailMaker {
    // What somebody reads in a pane; `carrel diff` prints all of it.
    private static let (mostChanges, contextWords) = (200, 8)

    /// A document's versions, newest first, and what changed last, or why that cannot be told.
    ///
    /// - Parameters:
    ///   - key: the item that the document is recorded under.
    ///   - room: what can be seen at once.
    ///   - timeZone: that of the person.
    ///   - desk: the library.
    /// - Returns: the lines.
    /// - Throws: `StoreError`.
    @concurrent func versions(
        of key: ItemKey, _ room: PreviewRoom, _ timeZone: TimeZone, _ desk: Desk
    ) async throws -> DetailContent {
        let versions = try await desk.versions(of: key)
        var lines = [StyledLine("Versions", Look.strong), StyledLine("")]
        func add(_ text: String, _ style: CellStyle = .plain) {
            lines += StyledLine.fitted(text, width: room.columns, style)
        }
        for version in versions.reversed() { add(Self.line(version, timeZone)) }
        add("")
        guard let number = Desk.Version.before(nil, in: versions)?.number else {
            add("No earlier version is kept.", Look.quiet)
            return DetailContent(lines)
        }
        add("Changed since version \(number)", Look.strong)
        add("")
        do {
            let wish = PreviewWish(maxText: Self.maxCompared)
            let old = try await desk.preview(key, version: number, wish).preview
            let new = try await desk.preview(key, wish).preview
            let changes = TextDifference(from: old, to: new).changes
            if changes.isEmpty { add("The texts are the same.", Look.quiet) }
            for change in changes.prefix(Self.mostChanges) {
                add(Self.text(change.shortened(Self.contextWords), new.pageKind))
                add("")
            }
        } catch {
            // What cannot be compared keeps nobody from the list.
            add(ErrorSentence(error).text, Look.quiet)
        }
        return DetailContent(lines)
    }

    // As much as the command line compares.
    private static let maxCompared = 4 << 20

    private static func line(_ version: Desk.Version, _ timeZone: TimeZone) -> String {
        let parts = [
            version.number.map { "version \($0)" } ?? "now",
            version.date.map { text($0, timeZone) },
            version.digest.map { ByteCount($0.size).description }, version.isEdited ? "changed on disk" : nil,
            version.isUnnamed ? "waits for its name" : nil,
            version.trouble == nil ? nil : "unreadable",
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// A change in signs that need no colour.
    private static func text(_ change: TextDifference.Change, _ pageKind: PageKind) -> String {
        let words = change.words.map { words in
            switch words.kind {
            case .kept: words.text
            case .removed: "[-\(words.text)-]"
            case .added: "{+\(words.text)+}"
            }
        }
        return (change.page.map { pageKind.number($0) + ": " } ?? "") + words.joined(separator: " ")
    }
}
