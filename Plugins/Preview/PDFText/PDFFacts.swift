import CarrelBasics

/// What pdfinfo says about a document.
struct PDFFacts {
    /// The title, if it says more than the name of the program that wrote the file.
    let title: String?
    /// The number of pages.
    let pages: Int?
    /// Author, subject, keywords, dates, producer and the size of its first page, as far as the document has them.
    let metadata: [String: String]
    /// Whether its text is made by a program in it, which only Adobe's reader runs.
    let hasDynamicForm: Bool

    /// What is known where pdfinfo failed.
    init() { (title, pages, metadata, hasDynamicForm) = (nil, nil, [:], false) }

    init(_ output: ToolOutput) {
        var values: [String: String] = [:]
        for line in String(decoding: output.output, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...]).titleText
            // pdfinfo writes its own facts after the document's: the last of a name is not made up.
            if !value.isEmpty { values[String(line[..<colon])] = value }
        }
        title = values["Title"].flatMap(Self.ownTitle)
        pages = values["Pages"].flatMap { Int($0) }
        let names = [
            "Author": "author", "Subject": "subject", "Keywords": "keywords", "CreationDate": "created",
            "ModDate": "modified", "Producer": "producer",
        ]
        var metadata = Dictionary(
            uniqueKeysWithValues: names.compactMap { key, name in values[key].map { (name, $0) } })
        metadata["pageSize"] = values["Page size"].map(Self.millimetres)
        self.metadata = metadata
        hasDynamicForm = values["Form"] == "XFA"
    }

    /// A size in points, such as `612 x 792 pts (letter)`, as `216 × 279 mm (letter)`.
    private static func millimetres(_ size: String) -> String {
        guard let parts = size.wholeMatch(of: /([0-9.]+) x ([0-9.]+) pts(.*)/), let width = Double(parts.1),
            let height = Double(parts.2), max(width, height) < 1_000_000
        else { return size }
        let sides = [width, height].map { "\(Int(($0 * 25.4 / 72).rounded()))" }
        return sides.joined(separator: " × ") + " mm" + parts.3
    }

    /// Many documents are titled by the program that printed them: `Microsoft Word - 04-Handout.doc`.
    private static func ownTitle(_ title: String) -> String? {
        var title = title[...]
        for program in ["Microsoft Word - ", "Microsoft PowerPoint - ", "Microsoft Excel - "]
        where title.hasPrefix(program) {
            title = title.dropFirst(program.count)
            if let dot = title.lastIndex(of: "."), title.distance(from: dot, to: title.endIndex) <= 5 {
                title = title[..<dot]
            }
        }
        let placeholder = /(Document|(PowerPoint[ \-])?Pr[eä]sentation|Slide|Untitled)[ \-]?\d*/.ignoresCase()
        return title.isEmpty || title.wholeMatch(of: placeholder) != nil ? nil : String(title)
    }
}
