import CarrelArchives
import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// Reads a book of EPUB 2 or 3: its chapters in the order of its spine.
struct EPUBBook {
    private let files: [String: Data]
    private let package: MarkupElement
    private let items: [String: (path: String, isNavigation: Bool)]
    private let titles: [String: String]

    static let limits = MarkupLimits(maxSize: 64 << 20, maxDepth: 256)

    private static let namespaces = [
        "urn:oasis:names:tc:opendocument:xmlns:container": "ocf", "http://www.idpf.org/2007/opf": "opf",
        "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/elements/1.0/": "dc",
        "http://www.daisy.org/z3986/2005/ncx/": "ncx", "http://www.w3.org/2001/04/xmlenc#": "enc",
        "http://openebook.org/namespaces/oeb-package/1.0/": "opf",
    ]

    /// Finds the parts of a book; `nil` if there is none in the files.
    init?(_ contents: ArchiveContents) {
        files = Dictionary(contents.entries.map { ($0.name, $0.data) }) { first, _ in first }
        guard let path = Self.packagePath(contents), let root = Self.tree(files[path]),
            root.name == "opf:package"
        else { return nil }
        package = root
        var items: [String: (String, Bool)] = [:]
        for item in root.first("opf:manifest")?.all("opf:item") ?? [] {
            guard let id = item["id"], let reference = item["href"] else { continue }
            let isNavigation = item["properties"]?.split(separator: " ").contains("nav") == true
            items[id] = (BookPath.resolve(reference, from: path), isNavigation)
        }
        self.items = items
        titles = Self.titles(files, items, contents: root.first("opf:spine")?["toc"])
    }

    private static func packagePath(_ contents: ArchiveContents) -> String? {
        let container = tree(contents["META-INF/container.xml"])
        let path = container?.descendants(["rootfile", "ocf:rootfile", "*:rootfile"]).first?["full-path"]
        return path ?? contents.entries.first { $0.name.hasSuffix(".opf") }?.name
    }

    private static func tree(_ data: Data?) -> MarkupElement? {
        guard let data else { return nil }
        return try? MarkupReader.readXMLTree(data, namespaces: namespaces, limits: limits)
    }

    /// What the book says about itself.
    var facts: BookFacts { BookFacts(package: package) }

    /// Where its chapters are, in their order, without its table of contents; those beside its text, as notes, come last.
    var chapters: [String] {
        let references = package.first("opf:spine")?.all("opf:itemref") ?? []
        let isBeside = { (reference: MarkupElement) in reference["linear"] == "no" }
        let ordered = references.filter { !isBeside($0) } + references.filter(isBeside)
        return ordered.prefix(10_000).compactMap { reference in
            guard let item = reference["idref"].flatMap({ items[$0] }), !item.isNavigation else { return nil }
            return item.path
        }
    }

    /// The chapters that are not among its files.
    var missing: [String] { chapters.filter { files[$0] == nil } }

    /// Whether its text is locked: fonts alone may be.
    var isLocked: Bool {
        let references =
            Self.tree(files["META-INF/encryption.xml"])?.descendants(["enc:CipherReference"]) ?? []
        let locked = Set(references.compactMap { $0["URI"] }.map { BookPath.resolve($0, from: "") })
        return chapters.contains { locked.contains($0) }
    }

    /// Reads the chapters into a text.
    ///
    /// - Parameters:
    ///   - text: what takes the chapters.
    ///   - goesOn: whether there is time left.
    /// - Returns: how many chapters are missing or damaged.
    func read(into text: inout PagesText, goesOn: () -> Bool) -> Int {
        var notes: [String: Int] = [:]
        var damagedCount = 0
        for path in chapters where goesOn() && text.begin() {
            guard let data = files[path], let root = try? MarkupReader.readHTMLTree(data, limits: Self.limits)
            else {
                damagedCount += 1
                continue
            }
            var blocks = PageBlocks.blocks(of: root, path: path, notes: &notes)
            let hasHeading = blocks.prefix(3).contains { if case .heading = $0 { true } else { false } }
            if !hasHeading, !blocks.isEmpty, let title = titles[path] {
                blocks.insert(.heading(level: 1, title), at: 0)
            }
            text.add(blocks)
        }
        return damagedCount
    }

    // MARK: Titles of chapters

    private static func titles(
        _ files: [String: Data], _ items: [String: (path: String, isNavigation: Bool)], contents: String?
    ) -> [String: String] {
        if let path = items.values.first(where: \.isNavigation)?.path, let data = files[path],
            let root = try? MarkupReader.readHTMLTree(data, limits: limits)
        {
            let lists = root.descendants(["nav"])
            let list = lists.first { $0["epub:type"]?.contains("toc") == true } ?? lists.first
            let links = list?.descendants(["a"]) ?? []
            return table(links.map { ($0["href"] ?? "", $0.text) }, from: path)
        }
        guard let path = contents.flatMap({ items[$0]?.path }), let root = tree(files[path]) else {
            return [:]
        }
        return table(points(root.first("ncx:navMap")), from: path)
    }

    private static func points(_ element: MarkupElement?) -> [(String, String)] {
        (element?.all("ncx:navPoint") ?? []).flatMap { point in
            [(point.first("ncx:content")?["src"] ?? "", point.first("ncx:navLabel")?.text ?? "")]
                + points(point)
        }
    }

    /// The first title of each file.
    private static func table(_ links: [(reference: String, title: String)], from path: String) -> [String:
        String]
    {
        var table: [String: String] = [:]
        for (reference, title) in links.prefix(20_000) {
            let file = BookPath.file(BookPath.resolve(reference, from: path))
            if table[file] == nil, !title.singleLine.isEmpty { table[file] = title.singleLine }
        }
        return table
    }
}
