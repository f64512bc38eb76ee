import CarrelBasics
import Foundation

/// A user's crontab, with Carrel's line for one library.
struct CronTable {
    private var lines: [String]
    private let mark: String

    /// Reads a table, as `crontab -l` prints it.
    init(_ text: String, library: String) {
        // By bytes: a line feed after a carriage return ends a line, too, and others keep theirs.
        lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        if lines.last == "" { lines.removeLast() }
        mark = "# carrel \(ScheduleName.of(library))"
    }

    /// The line for the library, if there is one.
    var line: String? { lines.first(where: isOwn)?.trimmed }

    /// The whole table.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds the line, or replaces it.
    ///
    /// - Parameters:
    ///   - command: the command to run; no word has a line break.
    ///   - folder: where it runs; `nil` for anywhere.
    ///   - interval: how often: an hour, or whole minutes that divide an hour evenly.
    mutating func add(_ command: [String], in folder: String?, every interval: Duration) {
        remove()
        let change = folder.map { "cd \(ShellWord.forAnyShell($0)) && " } ?? ""
        let line = change + command.map(ShellWord.forAnyShell).joined(separator: " ")
        // A percent sign ends the command of a line, unless it is escaped (crontab(5)).
        lines.append("\(minutes(interval)) * * * * \(line.replacing(scalar: "%", with: "\\%")) \(mark)")
    }

    mutating func remove() { lines = lines.filter { !isOwn($0) } }

    /// Whether a line is that for the library, perhaps with a carriage return that an editor has added.
    private func isOwn(_ line: String) -> Bool {
        let bytes = line.utf8.last == 0x0D ? line.utf8.dropLast() : line.utf8[...]
        return bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8)
    }

    /// The minutes of the hour in which it runs; if once an hour, a minute that depends on the library.
    private func minutes(_ interval: Duration) -> String {
        let minutes = Int(interval.seconds / 60)
        if minutes == 1 { return "*" }
        if minutes < 60 { return "*/\(minutes)" }
        return String(mark.utf8.reduce(0) { ($0 * 31 + Int($1)) % 60 })
    }
}
