import CarrelBasics
import CarrelMarkup

/// Finds what looks like a list in markup: elements that are repeated in one place.
struct MarkupShapes {
    private static let maxDepth = 40
    private static let maxElements = 200_000

    private let names: XMLNames
    private var shapes: [String: ListShape] = [:]
    // What names the links of a page, by their places.
    private var titles: [String: LinkTitles] = [:]
    private var elements = 0

    private init(_ names: XMLNames = XMLNames()) { self.names = names }

    // MARK: XML

    /// The lists of XML, by the paths of their elements.
    ///
    /// - Parameters:
    ///   - root: the root element, read with the prefixes of `names`.
    ///   - names: what expressions call elements and attributes.
    static func ofXML(_ root: MarkupElement, _ names: XMLNames) -> [ListShape] {
        var finder = MarkupShapes(names)
        finder.look(at: root, path: "/" + names.step(root.name), around: nil, depth: 0)
        return finder.shapes.values.filter { $0.count > 1 }.sorted { $0.place < $1.place }
    }

    private mutating func look(
        at element: MarkupElement, path: String, around: (path: String, element: MarkupElement)?, depth: Int
    ) {
        elements += 1
        guard depth < Self.maxDepth, elements < Self.maxElements, !Task.isCancelled else { return }
        var counts: [String: Int] = [:]
        for child in element.elements { counts[child.name, default: 0] += 1 }
        for child in element.elements {
            let childPath = "\(path)/\(names.step(child.name))"
            if !child.attributes.isEmpty || child.elements.contains(where: { _ in true }) {
                note(child, childPath, around)
            }
            let isRepeated = counts[child.name, default: 0] > 1
            look(
                at: child, path: childPath, around: isRepeated ? (childPath, child) : around, depth: depth + 1
            )
        }
    }

    private mutating func note(
        _ element: MarkupElement, _ path: String, _ around: (path: String, element: MarkupElement)?
    ) {
        var shape = shapes[path] ?? ListShape(place: path)
        shape.count += 1
        if let around, around.path != path {
            shape.around = around.path
            shape.place = String(path.dropFirst(around.path.count + 1))
            shape.aroundNames = values(of: around.element).map(\.0)
        }
        if shape.count <= 20 {
            for (expression, sample) in values(of: element) { shape.add(expression, sample) }
        }
        shapes[path] = shape
    }

    /// The attributes, the elements of text alone, and the text where there are no elements.
    private func values(of element: MarkupElement) -> [(String, String)] {
        var values = attributes(of: element)
        if !element.elements.contains(where: { _ in true }) { values.append((".", element.text.trimmed)) }
        for child in element.elements {
            let text = child.text
            if child.elements.contains(where: { _ in true }) { continue }
            let step = names.step(child.name)
            if !text.isEmpty { values.append((step, text)) }
            values += attributes(of: child).map { ("\(step)/\($0.0)", $0.1) }
        }
        return values
    }

    private func attributes(of element: MarkupElement) -> [(String, String)] {
        element.attributes.sorted { $0.key < $1.key }.compactMap { attribute in
            names.attributeStep(attribute.key).map { ($0, attribute.value) }
        }
    }

    // MARK: HTML

    /// The lists of a page: its links, by what they stand in.
    static func ofHTML(_ root: MarkupElement) -> [ListShape] {
        var finder = MarkupShapes()
        finder.gather(root, around: [], LinkSurroundings())
        return finder.shapes.values.sorted { $0.place < $1.place }.map { shape in
            var shape = shape
            shape.name(by: finder.titles[shape.place]?.guess)
            return shape
        }
    }

    private mutating func gather(
        _ element: MarkupElement, around: [MarkupElement], _ surroundings: LinkSurroundings
    ) {
        elements += 1
        guard around.count < 500, elements < Self.maxElements, !Task.isCancelled else { return }
        if element.name == "a", let reference = element["href"], !reference.hasPrefix("#") {
            let place = Self.place(around) + "a[@href]"
            var shape = shapes[place] ?? ListShape(place: place)
            // A link to a document counts more than one to another page.
            shape.count += FieldGuess.isDocument(reference) ? 10 : 1
            shape.add(".", element.text)
            shape.add("@href", reference)
            shapes[place] = shape
            titles[place, default: LinkTitles()].add(element, in: surroundings)
        }
        var surroundings = surroundings
        surroundings.enter(element)
        for child in element.elements { gather(child, around: around + [element], surroundings) }
    }

    /// The way to a link from the nearest element with a class or an identity.
    private static func place(_ around: [MarkupElement]) -> String {
        var steps: [String] = []
        for element in around.reversed().prefix(4) {
            if let mark = ["id", "class"].first(where: { element[$0].map(isPlain) ?? false }),
                let value = element[mark]
            {
                return "//\(element.name)[@\(mark)='\(value)']/" + steps.joined()
            }
            guard element.name != "body", element.name != "html" else { break }
            steps.insert("\(element.name)/", at: 0)
        }
        return "//" + steps.joined()
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 60 && !text.contains { "'\"\\".contains($0) || $0.isNewline }
    }
}
