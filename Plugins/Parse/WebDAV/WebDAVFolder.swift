import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Reads what one answer says of a folder and what is in it.
struct WebDAVFolder: CatalogXMLReader {
    static let kind = "an answer of WebDAV"
    static let namespaces = ["DAV:": ""]
    static let roots: Set<String> = ["multistatus"]
    static let parts: Set<String> = ["response"]

    let budget: CatalogBudget
    var problems = ProblemList()
    private(set) var isUsable = false

    /// The paths of the catalogue's own folder and of this one, percent-encoded, each with a slash at its end.
    private let top: String
    private let own: String
    private var collections: [ItemCollection] = []
    private var places: [String: Int] = [:]
    private var folders: [String] = []

    init(_ budget: CatalogBudget, at url: URL, start: URL?) {
        self.budget = budget
        let base = url.isFileURL ? url.deletingLastPathComponent() : url
        own = Self.folder(Self.path(base.absoluteString))
        let top = Self.folder(Self.path((start ?? url).absoluteString))
        self.top = own.hasPrefix(top) ? top : own
    }

    mutating func take(_ response: MarkupElement, line: Int) {
        guard let reference = response.first("href")?.text.trimmed, let url = budget.fetchable(reference)
        else {
            problems.add("line \(line)", "a member without an address", gap: .lasting)
            return
        }
        isUsable = true
        let path = Self.path(url)
        let member = WebDAVMember(response, at: path)
        if let refusal = member.refusal {
            problems.add("line \(line)", "“\(reference.titleText)”: \(refusal)", gap: .lasting)
            return
        }
        if member.isFolder {
            // Not the folder itself, and nothing beside or above it.
            let folder = Self.folder(path)
            if folder != own, folder.hasPrefix(own), isBelow(path) { folders.append(url) }
            return
        }
        guard path.hasPrefix(own), isBelow(path) else {
            problems.add("line \(line)", "“\(reference.titleText)” is not in the folder; left out")
            return
        }
        guard budget.takeItem() else { return }
        add(url, path, member, line)
    }

    /// Whether a path has no `.` and `..` among its parts, in any spelling.
    private func isBelow(_ path: String) -> Bool {
        !DocumentName.components(of: path).contains {
            [".", ".."].contains($0.removingPercentEncoding ?? "..")
        }
    }

    private mutating func add(_ url: String, _ path: String, _ member: WebDAVMember, _ line: Int) {
        let relative = path.dropFirst(top.count).removingPercentEncoding ?? String(path.dropFirst(top.count))
        let parts = relative.split(separator: "/").map(String.init)
        let name = parts.last?.titleText ?? ""
        let folder = parts.dropLast().joined(separator: "/").prefix(utf8: 1024).text.singleLine
        let size = member.value("getcontentlength").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        var details = [Detail("Path", relative.prefix(utf8: 1024).text.singleLine, key: .path)]
        if let modified = member.value("getlastmodified") {
            details.append(Detail("Last modified", modified, key: .lastModified))
        }
        if let tag = member.value("getetag") { details.append(Detail("Entity tag", tag, key: .entityTag)) }
        if let type = member.value("getcontenttype") { details.append(Detail("Type", type)) }
        if member.value("getcontentlength") != nil, size == nil {
            problems.add("line \(line)", "a length that is not a number of bytes")
        }
        let title = member.value("displayname") ?? name
        let item = Item(
            title: title.isEmpty ? url.titleText : title, details: details, url: url, size: size)
        let id = folder.isEmpty ? Self.name(of: top, url) : folder
        let place = places[id] ?? collections.count
        if place == collections.count {
            places[id] = place
            collections.append(ItemCollection(id: id, title: id))
        }
        collections[place].items.append(item)
    }

    // MARK: Paths

    /// The path of a URL, percent-encoded as it is.
    private static func path(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let path = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        return String(path.prefix { $0 != "?" && $0 != "#" })
    }

    private static func folder(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

    /// The name of the catalogue's own folder, or its host.
    private static func name(of folder: String, _ url: String) -> String {
        let last = folder.split(separator: "/").last.map {
            ($0.removingPercentEncoding ?? String($0)).titleText
        }
        if let last, !last.isEmpty { return last }
        return URL(string: url)?.host?.titleText ?? "files"
    }

    // MARK: The catalogue

    /// The folder as a catalogue.
    ///
    /// - Throws: `ParseError` for an answer that says nothing of any folder or file.
    func catalog(of document: CatalogDocument, isDeep: Bool) throws(ParseError) -> Catalog {
        guard isUsable else {
            throw ParseError(
                location: document.location, reason: "an answer without a single member",
                remedy: "Check that the location is that of a folder")
        }
        var collections = collections
        if collections.isEmpty, document.page == nil {
            let name = Self.name(of: top, document.url.absoluteString)
            collections.append(ItemCollection(id: name, title: name))
        }
        for index in collections.indices { collections[index].markDuplicates() }
        var problems = problems
        problems.add(budget.addressProblem)
        var catalog = Catalog(collections: collections, problems: problems.problems)
        // A saved answer stands for itself: nobody can be asked for its folders.
        if isDeep, !document.url.isFileURL { catalog.pages = folders.map { CatalogPage(url: $0) } }
        return catalog
    }
}
