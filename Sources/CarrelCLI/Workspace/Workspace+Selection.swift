import CarrelBasics
import CarrelCore
import CarrelModel

/// Reads which items a command line selects.
extension Workspace {
    /// The selection of operands and options.
    ///
    /// - Throws: `CommandError` if nothing is selected.
    func selection(_ texts: [String]) throws -> ItemSelection {
        let filter = try filter()
        guard !texts.isEmpty || !filter.isEmpty || invocation.has("--all") else {
            throw CommandError.usage(invocation.command, "which item? carrel list shows what there is")
        }
        guard texts.isEmpty || !invocation.has("--all") else {
            throw CommandError.usage(
                invocation.command, "--all takes the whole library; leave out --all or ITEM")
        }
        return ItemSelection(texts, filter)
    }

    /// The filter of the options.
    func filter() throws -> ItemFilter {
        var filter = ItemFilter()
        let names = (invocation.options["--status"] ?? []).flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        for name in names {
            guard let state = StateWord(typed: String(name)) else {
                throw CommandError.usage(
                    invocation.command, StateWord.refusal(of: "--status “\(String(name).singleLine)”"))
            }
            filter.states.insert(state)
        }
        filter.onlyNews = invocation.has("--new")
        return filter
    }
}
