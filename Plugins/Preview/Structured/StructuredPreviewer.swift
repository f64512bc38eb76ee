import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelTextReading
import Foundation

/// Shows data that programs write for each other: JSON, JSON Lines, XML, YAML, TOML.
public struct StructuredPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "structured",
        summary: "Shows JSON and XML with a value on each line and says where they break; YAML as it is",
        revision: 3
    ) { _, _ in StructuredPreviewer() }

    /// Reads the document.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead)
        let essence = document.mediaType.essence
        var shown = Shown(text: file.text)
        if file.isWhole {
            if essence == "application/x-ndjson" {
                shown = try lines(file.text, document)
            } else if essence.hasSuffix("json") {
                shown = json(file.text, limits)
            } else if essence.hasSuffix("xml") || Self.markup.contains(essence) {
                shown = markup(file.text, limits)
            }
            shown.facts["lines"] = String(file.lineCount)
        }
        try document.checkCancelled()
        return file.preview(
            title: shown.title, summary: shown.summary, shown: shown.text, isPart: shown.isPart,
            facts: shown.facts,
            limits: limits)
    }

    private struct Shown {
        var title: String?
        var summary: String?
        var text: String
        var isPart = false
        var facts: [String: String] = [:]
    }

    private static let markup: Set<String> = ["text/x-opml", "application/x-plist"]

    private func json(_ text: String, _ limits: PreviewLimits) -> Shown {
        var shown = Shown(text: text)
        guard !text.isEmpty else { return shown }
        do {
            let root = try JSONDocument(Data(text.utf8)).root
            var layout = JSONLayout(text.utf8)
            (shown.text, shown.isPart) = layout.text(limit: limits.maxText)
            shown.summary = root.summary
            shown.title = root["title"]?.string ?? root["name"]?.string
        } catch {
            shown.facts["problem"] = "\(error.place): \(error.reason)"
        }
        return shown
    }

    /// Each line is a text of its own, and stays one.
    private func lines(_ text: String, _ document: PreviewDocument) throws(PreviewError) -> Shown {
        var shown = Shown(text: text)
        var (values, number) = (0, 0)
        var rest = Substring(text).utf8
        while !rest.isEmpty, shown.facts["problem"] == nil {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
            if number % 4096 == 0 { try document.checkCancelled() }
            guard line.contains(where: { !$0.isSpace }) else { continue }
            do {
                _ = try JSONDocument(Data(line))
                values += 1
            } catch {
                shown.facts["problem"] = "line \(number), column \(error.column): \(error.reason)"
            }
        }
        if shown.facts["problem"] == nil { shown.facts["values"] = String(values) }
        return shown
    }

    private func markup(_ text: String, _ limits: PreviewLimits) -> Shown {
        var shown = Shown(text: text)
        guard !text.isEmpty else { return shown }
        do {
            var root: String?
            let problem = try MarkupReader.readXML(Data(text.utf8), charset: "utf-8") { event in
                if root == nil, case .start(let name, _) = event {
                    root = name.hasPrefix("*:") ? String(name.dropFirst(2)) : name
                }
                return !Task.isCancelled
            }
            if let root { shown.facts["root"] = root }
            if let problem {
                shown.facts["problem"] = "line \(problem.line): \(problem.message)"
                return shown
            }
        } catch {
            shown.facts["problem"] = error.reason
            return shown
        }
        var layout = XMLLayout(text.utf8)
        (shown.text, shown.isPart) = layout.text(limit: limits.maxText)
        return shown
    }
}
