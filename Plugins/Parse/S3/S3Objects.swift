import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Makes a catalogue of the objects of a list.
struct S3Objects {
    private let list: S3List
    private let bucket: URL
    private let budget: CatalogBudget
    private let name: String
    private var problems: ProblemList
    private var folders: [ItemCollection] = []
    private var places: [String: Int] = [:]

    /// - Parameters:
    ///   - list: the list.
    ///   - bucket: its address, which ends with a slash.
    ///   - naming: the address that names it where the list does not.
    ///   - budget: resolves addresses.
    init(_ list: S3List, bucket: URL, namedBy naming: URL, budget: CatalogBudget) {
        (self.list, self.bucket, self.budget) = (list, bucket, budget)
        let name = list.values["Name"]?.titleText ?? ""
        self.name = name.isEmpty ? CatalogIdentity.name(for: naming.absoluteString) : name
        problems = list.problems
        budget.setBase(bucket)
    }

    /// The catalogue of a document.
    ///
    /// - Throws: `ParseError` if the budget is spent, and if the list has objects or folders and none of them can be used.
    mutating func catalog(of document: CatalogDocument) throws(ParseError) -> Catalog {
        for object in list.objects {
            guard budget.goesOn() else { break }
            add(object)
        }
        for prefix in list.prefixes { add(prefix: prefix, document) }
        for index in folders.indices { folders[index].markDuplicates() }
        try budget.conclude()
        if document.page == nil, folders.isEmpty,
            let first = problems.problems.first(where: { $0.gap == .lasting })
        {
            throw ParseError(
                location: document.location, place: first.place,
                reason: "nothing can be read: \(first.reason)")
        }
        if folders.isEmpty { folders.append(ItemCollection(id: name, title: name)) }
        problems.add(budget.addressProblem)
        var catalog = Catalog(title: name, collections: folders)
        catalog.pages = next(document).map { [CatalogPage(url: $0, isNext: true)] } ?? []
        catalog.problems = problems.problems
        return catalog
    }

    // MARK: Objects

    private mutating func add(_ object: S3List.Object) {
        guard let key = decoded(object.key) else {
            problems.add(
                "line \(object.line)", "a key that is not percent-encoded, as the list says of it",
                gap: .lasting)
            return
        }
        // What some programs make in place of a folder.
        if key.hasSuffix("/") { return }
        let parts = DocumentName.components(of: key)
        guard !parts.contains(where: { $0 == "." || $0 == ".." }), let url = url(of: key) else {
            problems.add(
                "line \(object.line)",
                "the key “\(key.titleText)” cannot be asked for: it names nothing below the bucket",
                gap: .lasting)
            return
        }
        let title = parts.last?.titleText ?? ""
        var details: [Detail] = [Detail("Path", key.prefix(utf8: 1024).text.singleLine, key: .path)]
        if let modified = object.modified {
            details.append(Detail("Last modified", modified, key: .lastModified))
        }
        if let tag = object.tag { details.append(Detail("Entity tag", tag, key: .entityTag)) }
        if let storage = object.storage, storage != "STANDARD" { details.append(Detail("Storage", storage)) }
        let size = object.size.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        if let text = object.size, size == nil {
            problems.add("line \(object.line)", "the size “\(text)”, expected a number of bytes")
        }
        let item = Item(title: title.isEmpty ? url.titleText : title, details: details, url: url, size: size)
        folders[place(of: parts.dropLast().joined(separator: "/"))].items.append(item)
    }

    private mutating func place(of folder: String) -> Int {
        let id = folder.titleText.isEmpty ? name : folder.prefix(utf8: 1024).text.singleLine
        if let place = places[id] { return place }
        places[id] = folders.count
        folders.append(ItemCollection(id: id, title: id))
        return folders.count - 1
    }

    private func decoded(_ key: String) -> String? {
        list.isEncoded ? key.replacing("+", with: " ").removingPercentEncoding : key
    }

    /// The address of a key, whose slashes are those of a path.
    private func url(of key: String) -> String? {
        let path = key.percentEncodedPath
        let url = bucket.absoluteString + path
        guard url.utf8.count <= RequestTarget.maxLength, budget.isFetchable(url) else { return nil }
        return url
    }

    // MARK: Folders and pages

    /// A folder that the list does not go into: the same list for what is in it.
    private mutating func add(prefix: String, _ document: CatalogDocument) {
        guard let prefix = decoded(prefix),
            let url = PageQuery.setting(
                "prefix", to: prefix, in: document.url,
                without: ["delimiter", "continuation-token", "marker", "start-after"])
        else {
            problems.add(
                "CommonPrefixes", "the folder “\(prefix.titleText)” cannot be listed", gap: .lasting)
            return
        }
        let id = (prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix).prefix(utf8: 1024).text
            .singleLine
        guard !id.isEmpty, places[id] == nil else { return }
        places[id] = folders.count
        folders.append(ItemCollection(id: id, title: id, further: FurtherCatalog(url: url)))
    }

    /// The rest of the list: by a token in version 2, behind the last key in version 1.
    private mutating func next(_ document: CatalogDocument) -> String? {
        guard list.isTruncated else { return nil }
        let token = list.values["NextContinuationToken"]?.nonEmpty
        let isSecond = token != nil || PageQuery.value(of: "list-type", in: document.url) == "2"
        let parameter = isSecond ? "continuation-token" : "marker"
        let marker =
            list.values["NextMarker"].flatMap(decoded) ?? list.objects.last.flatMap { decoded($0.key) }
        guard let value = isSecond ? token : marker,
            PageQuery.value(of: parameter, in: document.url) != value
        else {
            problems.add(
                "IsTruncated",
                "the list goes on, and the server does not say where; it ends here", gap: .lasting)
            return nil
        }
        let url = PageQuery.setting(parameter, to: value, in: document.url)
        if url == nil {
            problems.add("IsTruncated", "the list goes on, which only its server can tell", gap: .lasting)
        }
        return url
    }
}
