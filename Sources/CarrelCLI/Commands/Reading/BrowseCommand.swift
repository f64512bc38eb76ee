import CarrelBasics
import CarrelBrowse
import CarrelModel
import CarrelOpening
import CarrelTerminal
import Foundation

/// `carrel browse`: the library in the terminal.
enum BrowseCommand {
    static let spec = CommandSpec(
        name: "browse", summary: "Look through the library in the terminal",
        discussion: """
            Collections, their items and what is inside one stand side by side, on a narrow terminal one after the other.
            The arrow keys or h, j, k and l move; ? lists the keys that count at that place; q quits.
            """,
        options: [
            OptionSpec(
                name: "--mouse",
                help: "take clicks and the wheel; the terminal then selects text only with Shift")
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        guard let screen = BrowseScreen(usesMouse: invocation.has("--mouse")) else {
            throw CommandError.usage(
                "browse",
                "it needs a terminal that moves its cursor. Without one: carrel list, carrel preview ITEM")
        }
        let host = OpenedLibrary(workspace.opener)
        // What is wrong with the library is said on the terminal as it was.
        _ = try await host.desk()
        let depth = ColourDepth(environment: ProcessEnvironment.variables)
        let form = depth > .none ? try await workspace.pictureForm() : .blocks
        return await screen.run(host, BrowserOptions(form: form, depth: depth, cell: Terminal.cell))
    }
}
