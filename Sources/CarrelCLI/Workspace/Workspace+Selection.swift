import CarrelCore

/// What the command line takes several items by.
extension Workspace {
    /// The selection that operands and options ask for.
    ///
    /// - Throws: `CommandError` if nothing says what is meant.
    func selection(_ texts: [String]) throws -> ItemSelection {
        let filter = try filter()
        guard !texts.isEmpty || !filter.isEmpty || invocation.has("--all") else {
            throw CommandError(
                status: .usage,
                message: "carrel \(invocation.command): which item? carrel list shows what there is")
        }
        guard texts.isEmpty || !invocation.has("--all") else {
            throw CommandError(
                status: .usage,
                message:
                    "carrel \(invocation.command): --all takes the whole library; leave out --all or ITEM")
        }
        return ItemSelection(texts, filter)
    }

    /// What the options narrow a list to.
    func filter() throws -> ItemFilter {
        var filter = ItemFilter()
        for name in (invocation.options["--status"] ?? []).flatMap({ $0.split(separator: ",") }) {
            guard let state = ItemFilter.State(rawValue: name.lowercased()) else {
                let names = ItemFilter.State.allCases.map(\.rawValue)
                throw CommandError(
                    status: .usage,
                    message: "carrel \(invocation.command): --status is “\(name)”; expected "
                        + names.joined(separator: ", "))
            }
            filter.states.insert(state)
        }
        filter.onlyNews = invocation.has("--new")
        return filter
    }
}
