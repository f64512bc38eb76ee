import CarrelJSON

/// A notebook of Jupyter's format 3 or 4.
struct Notebook {
    /// The cells in their order.
    let cells: [JSONNode]
    /// The name of the kernel as people see it.
    let kernel: String?
    /// The language of its code.
    let language: String?
    let title: String?
    let authors: String?

    /// Reads the frame of a notebook; `nil` if it is none.
    init?(_ root: JSONNode) {
        let sheets = root["worksheets"]?.elements.map { Array($0) } ?? []
        let lists = root["cells"].map { [$0] } ?? sheets.compactMap { $0["cells"] }
        guard !lists.isEmpty else { return nil }
        let cells = lists.flatMap { $0.elements.map { Array($0) } ?? [] }
        self.cells = cells
        let metadata = root["metadata"]
        kernel = metadata?["kernelspec"]?["display_name"]?.string ?? metadata?["kernelspec"]?["name"]?.string
        language =
            (metadata?["language_info"]?["name"] ?? metadata?["kernelspec"]?["language"])?.string
            ?? cells.lazy.compactMap { $0["language"]?.string }.first
        title = metadata?["title"]?.string ?? metadata?["name"]?.string
        let names = metadata?["authors"]?.elements?.compactMap { $0["name"]?.string ?? $0.string } ?? []
        authors = names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension JSONNode {
    /// Text that is a string or an array of its lines.
    var lines: String {
        string ?? elements.map { $0.compactMap(\.string).joined() } ?? ""
    }
}
