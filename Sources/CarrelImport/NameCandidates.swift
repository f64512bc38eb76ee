import CarrelBasics
import CarrelCore
import CarrelDates
import CarrelModel
import Foundation

/// Which files come into question for which items by their names.
struct NameCandidates {
    /// A file that may be an item's, by their places, and how many of their folders agree.
    private struct Edge {
        var item: Int
        var file: Int
        var agreement: Int
    }

    private let items: [WantedItem]
    private let files: [FoundFile]
    private var edges: [Edge] = []
    /// Why a file with an item's name is not its document, by the item's place.
    private var reasons: [Int: (file: Int, reason: String)] = [:]

    init(_ items: [WantedItem], _ files: [FoundFile], _ goesByName: Bool) {
        (self.items, self.files) = (items, files)
        var named: [String: [Int]] = [:]
        for (place, file) in files.enumerated() {
            for key in FileNameForms.keys(ofFile: file.parts.name) { named[key, default: []].append(place) }
        }
        for (place, wanted) in items.enumerated() {
            let chains = FileNameForms.folders(of: wanted)
            let candidates = Set(FileNameForms.keys(of: wanted).flatMap { named[$0] ?? [] }).sorted()
            for candidate in candidates {
                let file = files[candidate]
                if let reason = Self.objection(to: file, for: wanted.item, goesByName) {
                    if reasons[place] == nil { reasons[place] = (candidate, reason) }
                    continue
                }
                let folders = file.parts.folders.map(FileNameForms.key)
                edges.append(
                    Edge(
                        item: place, file: candidate,
                        agreement: FileNameForms.agreement(folders, chains)))
            }
        }
    }

    /// Why a file with an item's name is not its document; `nil` if it may be.
    private static func objection(
        to file: FoundFile, for item: Item, _ goesByName: Bool
    ) -> String? {
        if item.digest != nil { return "its digest is not the one that the catalogue promises" }
        let older = isOlder(file, than: item) ? "it is older than what the catalogue lists" : nil
        guard let size = item.size else {
            return goesByName ? older : "only the name agrees; --by-name imports it"
        }
        if file.size < size {
            return "\(ByteCount(file.size)) of \(ByteCount(size)): it is not whole"
        }
        if file.size > size {
            return "it has \(file.size) bytes, the catalogue promises \(size)"
        }
        return older
    }

    /// Whether a file was last written before the document was, as the catalogue says.
    private static func isOlder(_ file: FoundFile, than item: Item) -> Bool {
        guard let text = item.lastModified, let date = WrittenDate(text), let end = date.end,
            date.precision >= .day
        else { return false }
        // A clock that names no zone may be that of any; a day has ended everywhere a day and a half later.
        let slack: TimeInterval = date.precision > .day ? 14 * 3600 : 50 * 3600
        return Double(file.time.nanoseconds) / 1e9 < end.timeIntervalSince1970 - slack
    }

    /// Adds what is decided: a file and an item belong together if each is the other's only candidate, or the only one
    /// whose folders agree best.
    func decide(_ matches: inout ImportMatches) {
        let byItem = Dictionary(grouping: edges, by: \.item).mapValues(Self.best)
        let byFile = Dictionary(grouping: edges, by: \.file).mapValues(Self.best)
        for (place, wanted) in items.enumerated() {
            let mine = byItem[place] ?? []
            guard !mine.isEmpty else {
                if let (file, reason) = reasons[place] {
                    matches.refused.append(.init(wanted: wanted, files: [files[file]], reason: reason))
                } else {
                    matches.missing.append(wanted)
                }
                continue
            }
            // Files in the folder of another item are that one's.
            let free = mine.filter { edge in
                byFile[edge.file]?.contains { $0.item == edge.item } == true
            }
            let rivals = free.contains { byFile[$0.file]?.count ?? 0 > 1 }
            if free.isEmpty {
                matches.missing.append(wanted)
            } else if free.count == 1, mine.count == 1, !rivals {
                matches.matches.append(
                    .init(
                        wanted: wanted, file: files[free[0].file],
                        evidence: wanted.item.size == nil ? .name : .size))
            } else {
                let reason =
                    mine.count > 1
                    ? "\(mine.count) files fit it" : "its file fits other items, too"
                matches.ambiguous.append(
                    .init(wanted: wanted, files: mine.map { files[$0.file] }, reason: reason))
            }
        }
    }

    private static func best(_ edges: [Edge]) -> [Edge] {
        let most = edges.map(\.agreement).max() ?? 0
        return edges.filter { $0.agreement == most }
    }
}
