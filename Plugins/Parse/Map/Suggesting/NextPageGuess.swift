import CarrelJSON

/// Finds what leads to the next page of a document in JSON, such as `{"links": {"next": "…"}}`.
enum NextPageGuess {
    private static let names: Set = [
        "next", "next_page", "nextpage", "next_url", "nexturl", "next_link", "nextlink", "@odata.nextlink",
    ]
    // Services say it among few others; a list has many members.
    private static let sampled = 40

    /// The expression for it; `nil` if neither the document nor an object in it has one.
    static func expression(in node: JSONNode, at path: String = "$", depth: Int = 2) -> String? {
        guard depth > 0, let members = node.members else { return nil }
        for each in members.prefix(sampled) {
            let member = each.node
            guard let step = JSONShapes.step(each.name) else { continue }
            if names.contains(each.name.lowercased()) {
                if leadsOn(member) { return path + step }
                if let reference = member["href"], leadsOn(reference) { return path + step + ".href" }
            }
            if let found = expression(in: member, at: path + step, depth: depth - 1) { return found }
        }
        return nil
    }

    private static func leadsOn(_ node: JSONNode) -> Bool {
        node.string.map { $0.hasPrefix("?") || FieldGuess.isAddress($0) } ?? false
    }
}
