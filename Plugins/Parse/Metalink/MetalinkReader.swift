import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading

/// Reads a list of files file by file.
struct MetalinkReader: CatalogXMLReader {
    static let kind = "a Metalink"
    static let namespaces = ["urn:ietf:params:xml:ns:metalink": "", "http://www.metalinker.org/": ""]
    static let roots: Set<String> = ["metalink"]
    // `file`s are within `files` in Metalink 3.
    static let parts: Set<String> = ["file", "identity", "description", "publisher", "version"]
    // A file may have a digest for each of its pieces.
    static let maxNodes = 1 << 19
    // Facts to show; the rest of a file's elements are read by name.
    private static let facts = [
        ("version", "Version"), ("language", "Language"), ("os", "Operating system"), ("license", "Licence"),
        ("copyright", "Copyright"),
    ]

    let budget: CatalogBudget
    var problems = ProblemList()
    /// The list's own title.
    private(set) var title: String?
    /// What the list says of itself.
    private(set) var details: [Detail] = []
    /// The files.
    private(set) var items: [Item] = []
    private var names: Set<String> = []

    init(_ budget: CatalogBudget) { self.budget = budget }

    var isUsable: Bool { !items.isEmpty || problems.problems.isEmpty }

    mutating func take(_ part: MarkupElement, line: Int) {
        switch part.name {
        case "file": takeFile(part, line)
        case "identity": title = title ?? Self.line(part)
        case "publisher": add("Publisher", part["name"] ?? part.line("name"))
        case "description": add("Description", Self.line(part))
        case "version": add("Version", Self.line(part))
        default: break
        }
    }

    private mutating func add(_ label: String, _ text: String?) {
        if let text = text?.titleText, !text.isEmpty { details.append(Detail(label, text)) }
    }

    private static func line(_ element: MarkupElement) -> String? {
        element.text.prefix(utf8: 8192).text.titleText.nonEmpty
    }

    // MARK: Files

    private mutating func takeFile(_ file: MarkupElement, _ line: Int) {
        guard let name = MetalinkName(file["name"] ?? "") else {
            problems.add(
                "line \(line)",
                "the file name “\((file["name"] ?? "").titleText)” is not safe (RFC 5854 section 4.1.2.1); skipped",
                gap: .lasting)
            return
        }
        guard names.insert(name.path).inserted else {
            problems.add("line \(line)", "“\(name.path.titleText)” is listed twice; only the first is used")
            return
        }
        let mirrors = MetalinkMirrors(file, budget)
        if mirrors.leftOut > 0 {
            problems.add(
                "line \(line)",
                "“\(name.path.titleText)” has more than \(MetalinkMirrors.maxCount) mirrors; the best are used"
            )
        }
        guard let best = mirrors.urls.first else {
            let reason = mirrors.other.map { "has no address on the web, only “\($0.titleText)”" }
            problems.add(
                "line \(line)", "“\(name.path.titleText)” \(reason ?? "has no address"); skipped",
                gap: .lasting)
            return
        }
        let promise = MetalinkPromise(file)
        for problem in promise.problems {
            problems.add("line \(line)", "“\(name.path.titleText)”: \(problem)")
        }
        guard budget.takeItem() else { return }
        var item = Item(
            id: name.path, title: name.file, subtitle: file.line("description"), details: facts(of: file),
            url: best, size: promise.size, digest: promise.digest)
        item.pieces = promise.pieces
        item.mirrors = Array(mirrors.urls.dropFirst())
        // A name without folders is what the file is called, too: addresses of mirrors often say something else.
        item.details.append(Detail("Path", name.path, key: .path))
        items.append(item)
    }

    private func facts(of file: MarkupElement) -> [Detail] {
        var details: [Detail] = []
        if let identity = file.line("identity") { details.append(Detail("Identity", identity)) }
        for (name, label) in Self.facts {
            let lines = file.lines(name)
            if !lines.isEmpty { details.append(Detail(label, lines.joined(separator: ", "))) }
        }
        if let publisher = file.first("publisher"), let name = publisher["name"] ?? publisher.line("name") {
            details.append(Detail("Publisher", name.titleText))
        }
        return details
    }
}
