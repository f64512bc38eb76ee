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
    private let tree: FileTree
    private var edges: [Edge] = []
    /// Files of an item's name that are too many to look at each, by the item's place.
    private var crowds: [Int: FileTree.Found] = [:]
    /// Why a file with an item's name is not its document, by the item's place.
    private var reasons: [Int: (file: Int, reason: String)] = [:]

    /// Looks for candidates.
    ///
    /// - Throws: `CancellationError`.
    init(_ items: [WantedItem], _ files: [FoundFile], _ goesByName: Bool) throws {
        (self.items, self.files) = (items, files)
        let keys = items.map(FileNameForms.keys)
        tree = try FileTree(files, named: Set(keys.joined()))
        for (place, wanted) in items.enumerated() {
            try Task.checkCancellation()
            add(place, wanted, keys[place], goesByName)
        }
    }

    private mutating func add(_ place: Int, _ wanted: WantedItem, _ keys: Set<String>, _ goesByName: Bool) {
        let item = wanted.item
        let earliest = Self.earliest(item)
        var isFound = false
        if item.digest == nil, item.size != nil || goesByName {
            let chains = FileNameForms.folders(of: wanted)
            var found = tree.found(keys.map { FileTree.Name(key: $0, size: item.size) }, in: chains)
            // They have the size that is asked for: older ones alone do not fit.
            found.crowds.removeAll { crowd in
                let newest = files[tree.newest(in: crowd)]
                return Self.objection(to: newest, for: item, earliest, goesByName) != nil
            }
            if !found.crowds.isEmpty { crowds[place] = found }
            for file in found.files.sorted()
            where Self.objection(to: files[file], for: item, earliest, goesByName) == nil {
                isFound = true
                let agreement = FileNameForms.agreement(tree.folders[file], chains)
                edges.append(Edge(item: place, file: file, agreement: agreement))
            }
        }
        guard !isFound, let file = keys.compactMap({ tree.first(named: $0) }).min() else { return }
        if let reason = Self.objection(to: files[file], for: item, earliest, goesByName) {
            reasons[place] = (file, reason)
        }
    }

    /// Why a file with an item's name is not its document; `nil` if it may be.
    private static func objection(
        to file: FoundFile, for item: Item, _ earliest: Double?, _ goesByName: Bool
    ) -> String? {
        if item.digest != nil { return "its digest is not the one that the catalogue promises" }
        let isOlder = earliest.map { Double(file.time.nanoseconds) / 1e9 < $0 } ?? false
        let older = isOlder ? "it is older than what the catalogue lists" : nil
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

    /// The time in seconds since 1970 before which no file was written that is the document; `nil` if the catalogue
    /// says too little of that.
    private static func earliest(_ item: Item) -> Double? {
        guard let text = item.lastModified, let date = WrittenDate(text), let end = date.end,
            date.precision >= .day
        else { return nil }
        // The first clocks are fourteen hours ahead of UTC, the last ones twelve behind it.
        let zones: TimeInterval = date.precision > .day && date.offset != nil ? 14 * 3600 : 26 * 3600
        let length: TimeInterval = date.precision > .day ? 0 : 24 * 3600
        return end.timeIntervalSince1970 - zones - length
    }

    /// Adds what is decided: a file and an item belong together if each is the other's only candidate, or the only one
    /// whose folders agree best.
    ///
    /// - Throws: `CancellationError`.
    func decide(_ matches: inout ImportMatches) throws {
        let byItem = Dictionary(grouping: edges, by: \.item).mapValues(Self.best)
        let byFile = Dictionary(grouping: edges, by: \.file).mapValues(Self.best)
        // Files in the folder of another item are that one's.
        let open = Set(crowds.values.flatMap(\.crowds)).filter { crowd in
            tree.files(in: crowd).contains { byFile[$0] == nil }
        }
        for (place, wanted) in items.enumerated() {
            try Task.checkCancellation()
            let mine = byItem[place] ?? []
            if let fitting = beginning(ofCrowdFor: place, mine, open) {
                matches.ambiguous.append(
                    .init(
                        wanted: wanted, files: fitting.map { files[$0] },
                        reason: "more than \(FileTree.most) files fit it"))
            } else if mine.isEmpty {
                addUnmatched(place, &matches)
            } else {
                choose(among: mine, byFile, for: wanted, &matches)
            }
        }
    }

    /// The first files of a crowd that fits an item as well as the best candidates do; `nil` without one.
    private func beginning(
        ofCrowdFor place: Int, _ mine: [Edge], _ open: Set<Int>
    ) -> ArraySlice<Int>? {
        guard let found = crowds[place], found.agreement >= mine.first?.agreement ?? 0,
            let crowd = found.crowds.first(where: open.contains)
        else { return nil }
        return tree.files(in: crowd).prefix(FileTree.most)
    }

    private func addUnmatched(_ place: Int, _ matches: inout ImportMatches) {
        if let (file, reason) = reasons[place] {
            matches.refused.append(.init(wanted: items[place], files: [files[file]], reason: reason))
        } else {
            matches.missing.append(items[place])
        }
    }

    private func choose(
        among mine: [Edge], _ byFile: [Int: [Edge]], for wanted: WantedItem, _ matches: inout ImportMatches
    ) {
        // Files in the folder of another item are that one's.
        let free = mine.filter { byFile[$0.file]?.first?.agreement == $0.agreement }
        let rivals = free.contains { byFile[$0.file]?.count ?? 0 > 1 }
        if free.isEmpty {
            matches.missing.append(wanted)
        } else if free.count == 1, mine.count == 1, !rivals {
            matches.matches.append(
                .init(
                    wanted: wanted, file: files[free[0].file],
                    evidence: wanted.item.size == nil ? .name : .size))
        } else {
            let reason = mine.count > 1 ? "\(mine.count) files fit it" : "its file fits other items, too"
            matches.ambiguous.append(
                .init(wanted: wanted, files: mine.map { files[$0.file] }, reason: reason))
        }
    }

    private static func best(_ edges: [Edge]) -> [Edge] {
        let most = edges.map(\.agreement).max() ?? 0
        return edges.filter { $0.agreement == most }
    }
}
