import CarrelModel
import CarrelStages

/// Which versions a store keeps, and in which order: the same for all stores.
extension VersionName {
    /// How many earlier versions are kept.
    package static let setting = Setting<Int>(
        "versions", default: 5, constraint: .within(0...1000),
        help: "How many earlier versions of a changed document to keep; edited ones are always kept")

    /// The digits that stand for a digest in a name; zeros for a recorded one that is none.
    package static func hash(_ digest: ContentDigest) -> String {
        let hash = digest.sha256.prefix(16)
        let isHash = hash.utf8.count == 16 && hash.utf8.allSatisfy(OwnName.isHexadecimal)
        return isHash ? String(hash) : String(repeating: "0", count: 16)
    }

    /// The beginning of the recorded digest; `nil` if the recorded one was none.
    package var recordedBeginning: String? { hash.allSatisfy { $0 == "0" } ? nil : hash }

    /// The last number or place of some versions, behind which others come; 0 without versions.
    package static func last(of versions: [VersionName]) -> Int {
        versions.map { max($0.number, $0.place) }.max() ?? 0
    }

    /// The versions beyond those that are kept, the oldest first; never what somebody wrote into.
    ///
    /// - Parameters:
    ///   - versions: the versions of a document; those of an earlier Carrel in their order.
    ///   - kept: how many are kept.
    ///   - name: the name of each.
    /// - Returns: the versions to remove.
    package static func tooMany<Version>(
        of versions: [Version], keeping kept: Int, named name: (Version) -> VersionName
    ) -> ArraySlice<Version> {
        let plain = versions.filter { !name($0).isEdited }
        let former = plain.filter { name($0).number == 0 }
        let numbered = plain.filter { name($0).number > 0 }.sorted { name($0).place < name($1).place }
        return (former + numbered).dropLast(kept)
    }

    /// The name at another place in the order, once the version was the document again.
    package func placed(at place: Int, of document: String) -> VersionName {
        VersionName(
            number: number, hash: hash, isEdited: false, suffix: Self.suffix(of: document), place: place)
    }

    /// The name as a version of another document, behind the last of those that it has.
    package func moved(to document: String, after last: Int) -> VersionName {
        // One of an earlier Carrel stays without a number, older than all others.
        let former = name.prefix { $0 != "." } + Self.suffix(of: document)
        if number == 0, let moved = VersionName(String(former), of: document) { return moved }
        return VersionName(
            number: number + last, hash: hash, isEdited: isEdited, suffix: Self.suffix(of: document),
            place: place + last)
    }
}
