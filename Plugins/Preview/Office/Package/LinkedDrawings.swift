import CarrelMarkup

/// Reads the charts and diagrams that elements of a part refer to.
struct LinkedDrawings {
    private let package: OfficePackage
    private let references: Relationships
    // A large one would take its time with each reference to it.
    private var seen: Set<String> = []

    init(_ package: OfficePackage, _ references: Relationships) {
        (self.package, self.references) = (package, references)
    }

    /// The blocks of the chart or diagram that an element refers to, where it is the first one that does.
    mutating func blocks(of element: MarkupElement) -> [Block] {
        guard let part = references[element["r:id"] ?? element["r:dm"]], seen.insert(part).inserted else {
            return []
        }
        let root = package.tree(part)
        return DrawingText.chart(root) + DrawingText.diagram(root)
    }
}
