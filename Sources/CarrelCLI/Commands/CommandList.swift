/// Every command.
enum CommandList {
    /// In the order of the help.
    static let all: [CommandSpec] = [
        AddCommand.spec, SyncCommand.spec, WatchCommand.spec, ScheduleCommand.spec, PlanCommand.spec,
        WorkCommand.spec, StatusCommand.spec, LibraryCommand.spec,
        ListCommand.spec, ShowCommand.spec,
        SelectCommand.spec,
        GetCommand.spec,
        PreviewCommand.spec, SearchCommand.spec, OpenCommand.spec, NewCommand.spec, MarkCommand.spec,
        IgnoreCommand.spec,
        UnignoreCommand.spec, VersionsCommand.spec, DiffCommand.spec, RestoreCommand.spec, PruneCommand.spec,
        MoveCommand.spec,
        RecentCommand.spec,
        TimetableCommand.spec, ChooseCommand.spec,
        UnchooseCommand.spec, WhyCommand.spec, QuarantineCommand.spec,
        VerifyCommand.spec, IndexCommand.spec, CatalogsCommand.spec, RenameCommand.spec, SetCommand.spec,
        RemoveCommand.spec,
        DoctorCommand.spec, PluginsCommand.spec,
        ConfigCommand.spec, MapCommand.spec, ExportCommand.spec,
        ImportCommand.spec,
        ConvertCommand.spec, BrowseCommand.spec, ServeCommand.spec,
        MCPCommand.spec,
        DelayProxyCommand.spec,
        CompletionsCommand.spec,
        HelpCommand.spec,
    ]

    /// The command with a name, or with a former name.
    static func command(_ name: String) -> CommandSpec? {
        all.first { $0.name == name || $0.formerNames.contains(name) }
    }
}
