import CarrelBasics
import CarrelCore
import CarrelStages
import CarrelViews

/// `carrel choose`: chooses the modules that the timetable shows.
enum ChooseCommand {
    static let spec = CommandSpec(
        name: "choose", operands: "[MODULE …]", summary: "Choose modules for the timetable, or list them",
        discussion: "All modules are chosen until you leave some out with carrel unchoose.",
        options: [
            OptionSpec(name: "--all", help: "choose all modules"),
            OptionSpec(name: "--list", help: "list all modules, the chosen ones with a mark"),
        ], operandCount: 0...10_000, completes: [[.collection]]
    ) { invocation in
        let given = [!invocation.operands.isEmpty, invocation.has("--all"), invocation.has("--list")]
        guard given.count(where: \.self) == 1 else {
            throw CommandError.usage("choose", "expected modules, --all or --list, and only one of these")
        }
        guard invocation.has("--list") else { return try await choose(true, invocation) }
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        list(try await workspace.timetable(desk).view, workspace)
        return .success
    }

    /// Chooses or leaves out the named modules, or all; changes nothing if one of them is unknown.
    static func choose(_ isChosen: Bool, _ invocation: Invocation) async throws -> ExitStatus {
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        var (view, finder) = try await workspace.timetable(desk)
        let isAll = invocation.has("--all")
        let keys = isAll ? view.allKeys : try invocation.operands.map { try finder.collection($0).key }
        try await desk.setChosen(isChosen, keys)
        view.setChosen(isChosen, keys)
        let what = isChosen ? "chose" : "left out"
        if isAll, !workspace.isJSON {
            if !workspace.isQuiet { LineWriter.output.line("\(what) all modules") }
            return .success
        }
        for module in view.modules where keys.contains(module.key) {
            if workspace.isJSON {
                JSONLine.write(ModuleRow(module))
            } else if !workspace.isQuiet {
                LineWriter.output.line("\(what) \(module.key.collection): \(module.title)".singleLine)
            }
        }
        return .success
    }

    private static func list(_ view: TimetableView, _ workspace: Workspace) {
        let modules = view.modules
        if workspace.isJSON { return modules.forEach { JSONLine.write(ModuleRow($0)) } }
        for part in view.parts {
            if view.parts.count > 1 {
                workspace.terminal.heading(part.heading)
            }
            var table = TextTable()
            for module in modules where module.key.catalog == part.location {
                table.add(module.isChosen ? "*" : " ", module.key.collection, module.title)
            }
            for line in table.lines(within: Terminal.outputWidth, shrinking: [2]) {
                LineWriter.output.line(line)
            }
        }
    }
}

/// `carrel unchoose`: leaves modules out of the timetable.
enum UnchooseCommand {
    static let spec = CommandSpec(
        name: "unchoose", operands: "[MODULE …]", summary: "Leave modules out of the timetable",
        options: [OptionSpec(name: "--all", help: "leave all modules out, to choose a few afterwards")],
        operandCount: 0...10_000, completes: [[.collection]]
    ) { invocation in
        guard invocation.operands.isEmpty == invocation.has("--all") else {
            throw CommandError.usage("unchoose", "expected modules or --all, and only one of these")
        }
        return try await ChooseCommand.choose(false, invocation)
    }
}
