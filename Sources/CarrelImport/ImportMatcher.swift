import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Matches the files of a folder with items.
///
/// A promised digest decides alone. Without one, size and name decide; with neither promised, the name does if that is
/// allowed. A name counts for more if the file is in the item's folder, and for nothing if it fits two, unless these have
/// one content.
public struct ImportMatcher: Sendable {
    let folder: ImportFolder
    /// Whether a name is enough for items without a promised size or digest.
    let goesByName: Bool

    public init(_ folder: ImportFolder, goesByName: Bool) {
        (self.folder, self.goesByName) = (folder, goesByName)
    }

    /// Matches files with items.
    ///
    /// - Parameters:
    ///   - wanted: the items. Of those with the same URL only one gets a document: the others show it, too.
    ///   - found: the files.
    /// - Throws: `CancellationError`; `StoreError` if the task was cancelled while a file was read.
    public func matches(_ wanted: [WantedItem], _ found: FoundFiles) async throws -> ImportMatches {
        let wanted = Self.withoutRepeated(wanted)
        var matches = ImportMatches()
        let digests = try await digests(of: found.files, for: wanted)
        var left: [WantedItem] = []
        var taken: Set<FoundFile> = []
        for item in wanted {
            if let digest = item.item.digest, let file = digests[digest.text]?.first,
                item.item.size.map({ $0 == file.size }) ?? true
            {
                matches.matches.append(.init(wanted: item, file: file, evidence: .digest))
                taken.insert(file)
            } else {
                left.append(item)
            }
        }
        let candidates = try NameCandidates(left, found.files.filter { !taken.contains($0) }, goesByName)
        try candidates.decide(&matches)
        try await settleEqual(&matches)
        try await refuseWrong(&matches)
        let places = Dictionary(wanted.enumerated().map { ($1.key, $0) }) { first, _ in first }
        matches.matches.sort { places[$0.wanted.key] ?? 0 < places[$1.wanted.key] ?? 0 }
        let used = Set(matches.matches.map(\.file))
        let doubtful = Set((matches.ambiguous + matches.refused).flatMap(\.files))
        matches.unused = found.files.filter { !used.contains($0) && !doubtful.contains($0) }
        return matches
    }

    /// One item for each URL: the one with the strongest promise.
    private static func withoutRepeated(_ wanted: [WantedItem]) -> [WantedItem] {
        func weight(_ item: Item) -> Int { (item.digest == nil ? 0 : 2) + (item.size == nil ? 0 : 1) }
        var best: [String: WantedItem] = [:]
        for item in wanted {
            let url = item.item.url ?? item.item.id
            if let other = best[url], weight(other.item) >= weight(item.item) { continue }
            best[url] = item
        }
        return wanted.filter { best[$0.item.url ?? $0.item.id] == $0 }
    }

    // MARK: What is in the library

    /// Finds the files whose content an item's document has, among those that no other item wants.
    ///
    /// - Parameters:
    ///   - matches: what was matched; such files are no longer among its unused ones.
    ///   - documents: what the library has.
    /// - Throws: `CancellationError`; `StoreError` if the task was cancelled while a file was read.
    public func findPresent(_ matches: inout ImportMatches, among documents: [PresentDocument]) async throws {
        let sizes = Set(documents.map(\.document.size))
        let known = Dictionary(documents.map { ($0.document.sha256, $0) }) { first, _ in first }
        var unused: [FoundFile] = []
        for file in matches.unused {
            try Task.checkCancellation()
            var sha256: String?
            if sizes.contains(file.size) {
                do {
                    sha256 = try await folder.digests(of: file, [.sha256])[.sha256]
                } catch {
                    // A file that cannot be read now is nobody's document.
                    if error.code == .cancelled { throw error }
                }
            }
            if let document = sha256.flatMap({ known[$0] }) {
                matches.present.append(.init(file: file, document: document))
            } else {
                unused.append(file)
            }
        }
        matches.unused = unused
    }

    // MARK: Content

    /// The files by their digests, for those that may have a promised one.
    private func digests(
        of files: [FoundFile], for wanted: [WantedItem]
    ) async throws -> [String: [FoundFile]] {
        let promising = wanted.filter { $0.item.digest != nil }
        let algorithms = Set(promising.compactMap(\.item.digest?.algorithm))
        guard !algorithms.isEmpty else { return [:] }
        let sizes = Set(promising.compactMap(\.item.size))
        let isOfAnySize = promising.contains { $0.item.size == nil }
        var found: [String: [FoundFile]] = [:]
        for file in files where isOfAnySize || sizes.contains(file.size) {
            do {
                for (algorithm, hex) in try await folder.digests(of: file, algorithms) {
                    found["\(algorithm.rawValue)=\(hex)", default: []].append(file)
                }
            } catch {
                // A file that cannot be read now is nobody's document.
                if error.code == .cancelled { throw error }
            }
        }
        return found
    }

    /// Gives an item one of several files that have the same content, if no other item comes into question for them.
    private func settleEqual(_ matches: inout ImportMatches) async throws {
        var claims: [FoundFile: Int] = [:]
        for file in matches.ambiguous.flatMap(\.files) + matches.matches.map(\.file) {
            claims[file, default: 0] += 1
        }
        var left: [ImportMatches.Refusal] = []
        for refusal in matches.ambiguous {
            let (wanted, files) = (refusal.wanted, refusal.files)
            // Of a crowd not all are named.
            let mayBeEqual = files.count < FileTree.most && files.allSatisfy { claims[$0] == 1 }
            if mayBeEqual, files.count > 1, try await areEqual(files) {
                let evidence = wanted.item.size == nil ? ImportMatches.Evidence.name : .size
                matches.matches.append(.init(wanted: wanted, file: files[0], evidence: evidence))
            } else {
                left.append(refusal)
            }
        }
        matches.ambiguous = left
    }

    private func areEqual(_ files: [FoundFile]) async throws -> Bool {
        guard Set(files.map(\.size)).count == 1 else { return false }
        var digests: Set<String?> = []
        for file in files {
            try Task.checkCancellation()
            do {
                let digest = try await folder.digests(of: file, [.sha256])[.sha256]
                digests.insert(digest)
            } catch {
                if error.code == .cancelled { throw error }
                return false
            }
        }
        return digests.count == 1
    }

    /// Takes back matches whose files begin as something else.
    private func refuseWrong(_ matches: inout ImportMatches) async throws {
        var right: [ImportMatches.Match] = []
        for match in matches.matches {
            try Task.checkCancellation()
            var reason: String?
            do {
                let beginning = try await folder.beginning(of: match.file)
                reason = DocumentPromise(match.wanted.item).suspicion(
                    beginning: beginning, count: match.file.size, isDecoded: false)
            } catch {
                reason = error.reason
            }
            if let reason {
                matches.refused.append(.init(wanted: match.wanted, files: [match.file], reason: reason))
            } else {
                right.append(match)
            }
        }
        matches.matches = right
    }
}
