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
    /// Members on other sites, until it is known whether one of these is that.
    private var elsewhere: [Member] = []
    /// Whether anything of the folder was read.
    private var isOfFolder = false
    /// Whether anything in the folder was read.
    private var hasMembers = false
    /// The folder itself, if the server does not say that it is one: something in it does.
    private var untold: Member?
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
        isWithin = own.isBelow(top)
        self.top = isWithin ? top : own
        let (naming, first) = (document.firstNamingURL, document.page?.start ?? document.url)
        let host = naming == first ? nil : naming.host?.titleText.nonEmpty
        name = Self.place(of: naming).names.last?.titleText.nonEmpty ?? host
    }

    /// The place of a folder, or of a file that an answer was saved in.
    private static func place(of url: URL) -> WebDAVPlace {
        WebDAVPlace((url.isFileURL ? url.deletingLastPathComponent() : url).absoluteString)
    }

    /// A member as the answer has it.
    private struct Member {
        var facts: WebDAVMember
        var place: WebDAVPlace
        /// How the server writes it.
        var reference: String
        var line: Int

        /// Why the server does not say what it is, with its name.
        var refusal: String? { facts.refusal.map { "“\(reference.titleText)”: \($0)" } }
    }

    mutating func take(_ response: MarkupElement, line: Int) {
        guard let reference = response.first("href")?.text.trimmed, let written = budget.fetchable(reference)
        else {
            problems.add("line \(line)", "a member without an address", gap: .lasting)
            return
        }
        isUsable = true
        let facts = WebDAVMember(response, at: reference)
        let member = Member(facts: facts, place: WebDAVPlace(written), reference: reference, line: line)
        guard alias == nil, let site = otherSite(of: member.place) else {
            take(member, isCounted: false)
            return
        }
        // Those that wait take memory, whatever becomes of them; the folder itself ends that.
        let isOwn = !isOfFolder && member.place.names == own.names
        guard isOwn || budget.takeItem() else { return }
        elsewhere.append(member)
        if isOwn { settle(site) }
    }

    // MARK: Sites

    /// The site of a place on the web, if that is not the one that was asked.
    private func otherSite(of place: WebDAVPlace) -> String? {
        guard own.site?.hasPrefix("http") == true, place.site != own.site else { return nil }
        return place.site
    }

    /// Takes the members on other sites.
    ///
    /// Behind a proxy a server may write a scheme or host that only it knows. Where it writes the folder itself so, or
    /// everything in it, it means the site that was asked by it.
    ///
    /// - Parameter site: the site that the server takes for its own; `nil` if it is not known.
    private mutating func settle(_ site: String?) {
        alias = site
        let members = elsewhere
        elsewhere = []
        for member in members { take(member, isCounted: true) }
    }

    /// The one site of all members, if everything that was read may be in the folder but for its site.
    private var commonSite: String? {
        guard !isOfFolder, untold == nil, stranger == nil, let asked = own.site,
            let site = elsewhere.first?.place.site,
            elsewhere.allSatisfy({ member in
                var place = member.place
                place.move(to: asked)
                return member.place.site == site && place.way(from: own) != nil
            })
        else { return nil }
        return site
    }

    // MARK: Members

    /// Takes a member; one that has waited counts already.
    private mutating func take(_ member: Member, isCounted: Bool) {
        var member = member
        if let alias, let asked = own.site, member.place.site == alias { member.place.move(to: asked) }
        let facts = member.facts
        guard let way = member.place.way(from: own) else {
            leaveOut(member)
            return
        }
        // The folder itself is not in it.
        guard !way.isEmpty else {
            let isRefused = facts.refusal != nil
            if isRefused || !facts.isFolder { untold = member }
            if isRefused || facts.isFolder { isOfFolder = true }
            return
        }
        (isOfFolder, hasMembers) = (true, true)
        if let reason = member.refusal {
            problems.add("line \(member.line)", reason, gap: .lasting)
        } else if facts.isFolder {
            var page = CatalogPage(url: member.place.url)
            (page.isFolder, page.folderVersion) = (true, facts.version)
            folders.append(page)
        } else if isCounted || budget.takeItem() {
            add(facts, at: member.place, member.line)
        }
    }

    /// Says that something is not in the folder; some servers show the folders above, too, and that is nothing to tell.
    private mutating func leaveOut(_ member: Member) {
        stranger = stranger ?? member.reference.titleText
        guard !member.facts.isFolder || own.way(from: member.place) == nil else { return }
        problems.add(
            "line \(member.line)", "“\(member.reference.titleText)” is not in the folder; left out",
            gap: .lasting)
    }

    private mutating func add(_ member: WebDAVMember, at place: WebDAVPlace, _ line: Int) {
        let relative = place.names.dropFirst(top.names.count).joined(separator: "/")
        let parts = DocumentName.components(of: relative).filter { !$0.isEmpty }
        let name = parts.last?.titleText ?? ""
        let folder = parts.dropLast().joined(separator: "/").prefix(utf8: 1024).text.singleLine
        let size = member.value("getcontentlength").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        var details = [Detail("Path", relative.prefix(utf8: 1024).text.singleLine, key: .path)]
        if let modified = member.value("getlastmodified") {
            details.append(Detail("Last modified", modified, key: .lastModified))
        }
        if let tag = member.value("getetag") { details.append(Detail("Entity tag", tag, key: .entityTag)) }
        if let type = member.value("getcontenttype") { details.append(Detail("Type", type, key: .kind)) }
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

    /// The folder as a catalogue, after the last member.
    ///
    /// - Throws: `ParseError` for an answer that says nothing of the folder, or refuses it.
    mutating func catalog(of document: CatalogDocument, isDeep: Bool) throws(ParseError) -> Catalog {
        settle(alias ?? commonSite)
        // Nothing is in a file.
        if let untold, untold.facts.refusal == nil, !hasMembers { leaveOut(untold) }
        try budget.conclude()
        try check(document)
        guard isWithin else {
            return CatalogHTML.nothing(
                "it leads to \(document.location), which is not below the first folder", in: document)
        }
        if let untold, let reason = untold.refusal, !untold.facts.isTold || !hasMembers {
            // What it listed stays listed while the server shows nothing of it.
            problems.add("line \(untold.line)", reason, gap: hasRefusal ? .passing : .lasting)
        }
        var collections = collections
        if collections.isEmpty, document.page == nil {
            let name = ownName(for: document.url.absoluteString)
            collections.append(ItemCollection(id: name, title: name))
        }
        for index in collections.indices { collections[index].markDuplicates() }
        problems.add(budget.addressProblem)
        var catalog = Catalog(collections: collections, problems: problems.problems)
        // A saved answer stands for itself: nobody can be asked for its folders.
        if isDeep, !document.url.isFileURL { catalog.pages = folders }
        return catalog
    }

    /// Whether the server refuses the folder, and shows nothing in it.
    private var hasRefusal: Bool {
        guard let facts = untold?.facts, facts.refusal != nil else { return false }
        return !facts.isTold && !hasMembers
    }

    /// Checks that the answer is one of the folder.
    private func check(_ document: CatalogDocument) throws(ParseError) {
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
        // The refusal of a further one says nothing of those beside it.
        if hasRefusal, document.page == nil, let reason = untold?.refusal {
            throw ParseError(
                location: document.location, reason: reason,
                remedy: "Check that the login may read the folder")
        }
    }
}
