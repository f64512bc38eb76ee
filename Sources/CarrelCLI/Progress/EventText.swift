import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// Prints the events of a run for people: results to standard output, messages to standard error.
struct TextEventPrinter: PipelineObserver {
    let terminal: Terminal
    var isQuiet = false
    var isVerbose = false
    /// Completes the commands in lines.
    var hints = LibraryHints()
    /// The names before the lines of each catalogue, if there are several.
    var names = CatalogNames()
    let repeated = RepeatedReasons()

    func receive(_ event: PipelineEvent) {
        for line in lines(for: event) { (line.isResult ? LineWriter.output : .error).line(line.text) }
    }

    /// A line, and whether it goes to standard output.
    struct Line {
        var text: String
        var isResult: Bool
    }

    func lines(for event: PipelineEvent) -> [Line] {
        let lines = plainLines(for: event)
        guard let name = event.catalog.flatMap(names.heading) else { return lines }
        return lines.map { Line(text: "\(name.singleLine): \($0.text)", isResult: $0.isResult) }
    }

    private func plainLines(for event: PipelineEvent) -> [Line] {
        switch event {
        case .catalogRead(let location, let parser, let leftOut):
            message("read \(ShownText.of(location)) as \(parser)", verbose: true)
                + (leftOut > 0 ? message(NoticePrinter.words(ofLeftOut: leftOut)) : [])
        case .catalogUnchanged(let location):
            message("\(ShownText.of(location)) is unchanged", verbose: true)
        case .problem(let problem, _): [Line(text: problem.warning, isResult: false)]
        case .unread(_, let title, let reason):
            [Line(text: "failed  \(title): not read again: \(reason)".singleLine, isResult: false)]
        case .planned(let entry, _) where entry.action == .orphaned:
            message("no longer listed: \(entry.collection): \(entry.item.title)")
        case .planned(let entry, _) where entry.action == .unavailable:
            message("not available yet: \(entry.collection): \(entry.item.title)", verbose: true)
        case .stored(let item, let document, let news): stored(item, document, news)
        case .unchanged(let item):
            message("unchanged: \(item.key.collection): \(item.label)\(remark(on: item))", verbose: true)
        case .failed(let item, let reason):
            repeated.count(.failed, of: item.key, reason) || isVerbose
                ? [Line(text: failed(item, reason), isResult: false)] : []
        case .quarantined(let item, let reason):
            repeated.count(.setAside, of: item.key, reason) || isVerbose
                ? [Line(text: failed(item, reason, as: "set aside"), isResult: false)] : []
        case .parked(let item, let reason):
            message(
                "paused: \(item.key.collection): \(item.label)" + (reason.map { ": \($0)" } ?? ""),
                verbose: !(reason.map { repeated.count(.paused, of: item.key, $0) } ?? false))
        case .moved(let item, let former, let name):
            message("moved: \(item.key.collection): \(item.label): \(former) is now \(name)")
        case .refetching(let item, let reason):
            [Line(text: withdrawn(item, reason), isResult: false)]
        case .finished(let summary, let location):
            furtherReasons(location)
                + (isQuiet ? [] : [Line(text: hints.completing(Self.summary(summary)), isResult: true)])
        case .planned, .started, .progress, .gap: []
        }
    }

    private func message(_ text: @autoclosure () -> String, verbose: Bool = false) -> [Line] {
        isQuiet || (verbose && !isVerbose) ? [] : [Line(text: text().singleLine, isResult: false)]
    }

    /// The lines for a stored document; with `--quiet`, none for one that was there before and was lost.
    private func stored(_ item: ItemEvent, _ document: StoredDocument, _ news: News?) -> [Line] {
        guard !isQuiet || news != nil else { return [] }
        let word = news?.rawValue ?? "stored again"
        var text = terminal.styled(word, news)
        // A run can print a hundred thousand of them: they are put together in place.
        text.reserveCapacity(160)
        text += word.utf8.count < 7 ? "         ".dropFirst(word.utf8.count) : "  "
        text += "\(item.key.collection): \(item.label)".singleLine
        text += "  "
        text += document.name.singleLine
        text += "  "
        text += ByteCount(document.size).description
        text += remark(on: item)
        return [Line(text: text, isResult: true)]
    }

    /// What is remarkable about how an item ended; empty if nothing is.
    private func remark(on item: ItemEvent) -> String {
        item.remark.map { "  (\($0.singleLine))" } ?? ""
    }

    /// The lines that count further items that did not come for a reason that was already reported.
    private func furtherReasons(_ location: String) -> [Line] {
        let further = repeated.take(location)
        guard !isVerbose else { return [] }
        return further.flatMap { count, ending, reason -> [Line] in
            let more = "\(count) more: \(reason)"
            return switch ending {
            case .failed: alarm("failed", more, see: "carrel list --status failed")
            case .setAside: alarm("set aside", more, see: "carrel quarantine list")
            case .paused: message("paused: \(more)")
            }
        }
    }

    private func alarm(_ word: String, _ text: String, see command: String) -> [Line] {
        let text = "\(text) (\(hints.completing(command)))".singleLine
        return [Line(text: terminal.alarming(word) + "  " + text, isResult: false)]
    }

    /// Says that what was told of an item does not count; also with `--quiet`, which tells what is new.
    private func withdrawn(_ item: ItemEvent, _ reason: String) -> String {
        repeated.takeBack(item.key)
        let result = "\(item.key.collection): \(item.label), whose result does not count"
        return "fetched again: \(result): \(reason)".singleLine
    }

    private func failed(_ item: ItemEvent, _ reason: String, as word: String = "failed") -> String {
        let remedy = item.remedy.map { ". " + hints.completing($0.commandWords) } ?? ""
        return terminal.alarming(word) + "  "
            + "\(item.key.collection): \(item.label): \(reason)\(remedy) (\(ShownText.of(item.url)))"
            .singleLine
    }

    /// The last line of a run: its counts without zeros, and what to do if something is left.
    static func summary(_ summary: RunSummary) -> String {
        var parts = summary.listed == 0 ? read(summary) : []
        let counts: [(Int, String)] = [
            (summary.new, "new"), (summary.updated, "updated"),
            (summary.downloaded - summary.new - summary.updated, "stored again"),
            (summary.unchanged, "unchanged"), (summary.failed, "failed (carrel list --status failed)"),
            (summary.quarantined, "set aside (carrel quarantine list)"), (summary.discarded, "discarded"),
            (
                summary.unread,
                summary.unread == 1 ? "collection not read again" : "collections not read again"
            ),
            (summary.unavailable, "not available yet"), (summary.deferred, "on demand"),
            (summary.ignored, "ignored"),
            (summary.duplicates, "listed twice"), (summary.orphaned, "no longer listed"),
            (summary.posted, "left to the workers (carrel status)"), (summary.parked, "paused"),
            (summary.unreached, "not started"),
        ]
        parts += Counted.parts(counts)
        if parts.isEmpty { parts = ["nothing to do"] }
        let isLeft = summary.parked + summary.unreached > 0
        return parts.joined(separator: ", ") + (isLeft ? "; run again to continue" : "")
            + " · " + EffortText.text(summary.bytes, in: summary.seconds)
    }

    /// The counts for a catalogue that lists no documents.
    private static func read(_ summary: RunSummary) -> [String] {
        [(summary.collections, "collection"), (summary.meetings, "meeting")].filter { $0.0 > 0 }
            .map { Counted.text($0.0, $0.1) }
    }
}
