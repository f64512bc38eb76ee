import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import Foundation

/// The candidates from the quarantine, as `carrel quarantine accept` and `discard` take them.
struct QuarantineCandidates {
    private let entries: [QuarantineEntry]
    private let printed: PrintedList?

    /// Reads only the records; `nil` if they cannot be read.
    init?(_ opener: LibraryOpener) async {
        do {
            let library = try await opener.library(.shared)
            let documents = try await library.quarantinedDocuments()
            var catalogs: [LibraryView.CatalogView] = []
            for location in Set(documents.compactMap(\.key?.catalog)) {
                guard let catalog = try await library.catalog(at: location) else { continue }
                let memory = try await library.memory(of: location)
                catalogs.append(
                    LibraryView.CatalogView(location: location, catalog: catalog, memory: memory))
            }
            entries = QuarantineEntry.entries(of: documents, in: LibraryView(catalogs))
            printed = try await library.printedList(of: TerminalName.ofQuarantine, at: Date())
        } catch {
            return nil
        }
    }

    /// Adds the numbers of the list that was printed last, and the names of what has none or begins with what is typed.
    ///
    /// - Parameters:
    ///   - typed: the text so far.
    ///   - candidates: the list.
    func add(_ typed: String, to candidates: inout Candidates) {
        let present = Dictionary(entries.map { ($0.fileKey, $0) }) { first, _ in first }
        let shown = (printed?.items ?? [:]).filter { present[$0.value] != nil }
        for (number, key) in shown.sorted(by: { $0.key < $1.key }) {
            candidates.add(String(number), note: present[key]?.title ?? "")
        }
        let numbered = Set(shown.values)
        let titles = Dictionary(entries.map { ($0.title.lowercased(), 1) }, uniquingKeysWith: +)
        for entry in entries where !typed.isEmpty || !numbered.contains(entry.fileKey) {
            // A title of digits may be the number of another.
            let isAlone = titles[entry.title.lowercased()] == 1 && Int(entry.title) == nil
            candidates.add(isAlone ? entry.title : entry.document.token, note: entry.document.reason)
        }
    }
}
