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

    /// The catalogue's own folder and this one.
    private let top: WebDAVPlace
    private let own: WebDAVPlace
    /// What the catalogue's own folder is called; `nil` for the root of the site where it is.
    private let name: String?
    /// Whether this folder is in the catalogue's.
    private let isWithin: Bool
    /// The site that the server takes for its own, if that is not the one that was asked.
    private var alias: String?
    /// Whether anything of the folder was read.
    private var isOfFolder = false
    /// The first member that is not in the folder, as the server writes it.
    private var stranger: String?
    private var collections: [ItemCollection] = []
    private var places: [String: Int] = [:]
    private var folders: [CatalogPage] = []

    init(_ document: CatalogDocument, _ budget: CatalogBudget) {
        self.budget = budget
        let own = Self.place(of: document.url)
        self.own = own
        let top = document.page.map { WebDAVPlace($0.start.absoluteString) } ?? own
        isWithin = own.way(from: top) != nil
        self.top = isWithin ? top : own
        let (naming, first) = (document.firstNamingURL, document.page?.start ?? document.url)
        let host = naming == first ? nil : naming.host?.titleText.nonEmpty
        name = Self.place(of: naming).names.last?.titleText.nonEmpty ?? host
    }

    /// The place of a folder, or of a file that an answer was saved in.
    private static func place(of url: URL) -> WebDAVPlace {
        WebDAVPlace((url.isFileURL ? url.deletingLastPathComponent() : url).absoluteString)
    }

    mutating func take(_ response: MarkupElement, line: Int) {
        guard let reference = response.first("href")?.text.trimmed, let written = budget.fetchable(reference)
        else {
            problems.add("line \(line)", "a member without an address", gap: .lasting)
            return
        }
        isUsable = true
        let member = WebDAVMember(response, at: reference)
        let place = located(written)
        // The folder itself is not in it, and nothing is in a file.
        guard let way = place.way(from: own), !way.isEmpty || member.isFolder || member.refusal != nil else {
            leaveOut(member, at: place, reference, line)
            return
        }
        isOfFolder = true
        if let refusal = member.refusal {
            problems.add("line \(line)", "“\(reference.titleText)”: \(refusal)", gap: .lasting)
        } else if member.isFolder {
            guard !way.isEmpty else { return }
            var page = CatalogPage(url: place.url)
            (page.isFolder, page.folderVersion) = (true, member.version)
            folders.append(page)
        } else if budget.takeItem() {
            add(member, at: place, line)
        }
    }

    /// The place of a member, on the site that was asked.
    ///
    /// Behind a proxy a server may write a scheme or host that only it knows. Where it writes the folder itself so, it
    /// means the site that was asked by it.
    private mutating func located(_ url: String) -> WebDAVPlace {
        var place = WebDAVPlace(url)
        guard let site = own.site, site.hasPrefix("http"), let other = place.site, other != site else {
            return place
        }
        if alias == nil, !isOfFolder, place.names == own.names { alias = other }
        if other == alias { place.move(to: site) }
        return place
    }

    /// Says that something is not in the folder; some servers show the folders above, too, and that is nothing to tell.
    private mutating func leaveOut(
        _ member: WebDAVMember, at place: WebDAVPlace, _ reference: String, _ line: Int
    ) {
        stranger = stranger ?? reference.titleText
        guard !member.isFolder || own.way(from: place) == nil else { return }
        problems.add(
            "line \(line)", "“\(reference.titleText)” is not in the folder; left out", gap: .lasting)
    }

    private mutating func add(_ member: WebDAVMember, at place: WebDAVPlace, _ line: Int) {
        let relative = place.names.dropFirst(top.names.count).joined(separator: "/")
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
            title: title.isEmpty ? place.url.titleText : title, details: details, url: place.url, size: size)
        let id = folder.isEmpty ? ownName(for: place.url) : folder
        let index = places[id] ?? collections.count
        if index == collections.count {
            places[id] = index
            collections.append(ItemCollection(id: id, title: id))
        }
        collections[index].items.append(item)
    }

    /// The name of the catalogue's own folder, or the host of a URL.
    private func ownName(for url: String) -> String {
        name ?? URL(string: url)?.host?.titleText ?? "files"
    }

    // MARK: The catalogue

    /// The folder as a catalogue.
    ///
    /// - Throws: `ParseError` for an answer that says nothing of the folder.
    func catalog(of document: CatalogDocument, isDeep: Bool) throws(ParseError) -> Catalog {
        guard isUsable else {
            throw ParseError(
                location: document.location, reason: "an answer without a single member",
                remedy: "Check that the location is that of a folder")
        }
        guard isOfFolder else {
            throw ParseError(
                location: document.location,
                reason: "the answer has nothing of the folder; it begins with “\(stranger ?? "")”",
                remedy: "Check that the location is that of a folder, as its server writes it")
        }
        guard isWithin else {
            return CatalogHTML.nothing(
                "it leads to \(document.location), which is not below the first folder", in: document)
        }
        var collections = collections
        if collections.isEmpty, document.page == nil {
            let name = ownName(for: document.url.absoluteString)
            collections.append(ItemCollection(id: name, title: name))
        }
        for index in collections.indices { collections[index].markDuplicates() }
        var problems = problems
        problems.add(budget.addressProblem)
        var catalog = Catalog(collections: collections, problems: problems.problems)
        // A saved answer stands for itself: nobody can be asked for its folders.
        if isDeep, !document.url.isFileURL { catalog.pages = folders }
        return catalog
    }
}
