import CarrelBasics
import CarrelCore
import CarrelModel
import Foundation

/// The names that programs give one document.
///
/// Names are compared by keys that ignore case, and what one file system or program allows and another replaces.
enum FileNameForms {
    static func key(_ name: String) -> String {
        DocumentName.collisionKey(DocumentName.safe(name))
    }

    /// The keys of a file's name, and of the name that it would have had if there had been no other file of that name:
    /// `a.pdf.1` (wget), `a.1.pdf` (aria2), `a (1).pdf` (browsers).
    static func keys(ofFile name: String) -> Set<String> {
        var names = [name]
        let pieces = name.split(separator: ".", omittingEmptySubsequences: false)
        if pieces.count > 1, let last = pieces.last, isCount(last) {
            names.append(pieces.dropLast().joined(separator: "."))
        }
        if pieces.count > 2, isCount(pieces[pieces.count - 2]) {
            names.append((pieces.dropLast(2) + pieces.suffix(1)).joined(separator: "."))
        }
        if name.contains("("), let match = name.wholeMatch(of: #/(.+?) ?\([0-9]{1,4}\)((?:\.[^.]+){0,2})/#) {
            names.append(String(match.1) + match.2)
        }
        return Set(names.filter { !$0.isEmpty }.map(key))
    }

    private static func isCount(_ text: Substring) -> Bool {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
    }

    /// The keys of the names that an item's document may have: those of wget, aria2 and browsers, which come from the
    /// URL, those of programs that go by the title, and Carrel's own.
    static func keys(of wanted: WantedItem) -> Set<String> {
        let fileExtension = DocumentName.fileExtension(of: wanted.item)
        var names = [wanted.item.title, wanted.name, wanted.item.path ?? ""]
            .map { DocumentName.components(of: $0).last ?? "" }
        // A slash in a title separates nothing.
        names.append(wanted.item.title)
        if !fileExtension.isEmpty {
            names.append(wanted.item.title + "." + fileExtension)
        }
        if let url = wanted.item.url { names += namesByURL(url) }
        return Set(names.filter { !$0.isEmpty }.map(key))
    }

    private static func namesByURL(_ url: String) -> [String] {
        guard let parts = URLComponents(string: url) else { return [] }
        let raw = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let last = raw.isEmpty ? "index.html" : String(raw)
        let plain = decoded(last)
        var names = [last, plain]
        if let query = parts.percentEncodedQuery, !query.isEmpty {
            // wget's, and with the character that it uses for Windows.
            for mark in ["?", "@"] { names += [last + mark + query, plain + mark + decoded(query)] }
        }
        // `wget --adjust-extension`
        return names + names.filter { !$0.lowercased().hasSuffix(".html") }.map { $0 + ".html" }
    }

    private static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }

    // MARK: Folders

    /// The folders that an item's document may be in, each as keys, the outermost first: those of the URL with its
    /// host, the collection, and those that the catalogue and Carrel give it.
    static func folders(of wanted: WantedItem) -> [[String]] {
        var chains: [[String]] = [
            DocumentName.components(of: wanted.key.collection), [wanted.key.collection],
            [wanted.collectionTitle],
            DocumentName.components(of: wanted.name).dropLast(),
            DocumentName.components(of: wanted.item.path ?? "").dropLast(),
        ]
        if let url = wanted.item.url, let parts = URLComponents(string: url) {
            let path = parts.percentEncodedPath.split(separator: "/").map { decoded(String($0)) }
            let isFolder = parts.percentEncodedPath.hasSuffix("/")
            chains.append([parts.host ?? ""] + (isFolder ? path : path.dropLast()))
        }
        return chains.map { $0.filter { !$0.isEmpty }.map(key) }.filter { !$0.isEmpty }
    }

    /// How many of a file's folders are those of an item, from the innermost outwards.
    static func agreement(_ folders: [String], _ chains: [[String]]) -> Int {
        chains.map { chain in
            zip(folders.reversed(), chain.reversed()).prefix { $0 == $1 }.count
        }.max() ?? 0
    }
}
