/// Every command.
enum CommandList {
    /// In the order of the help.
    static let all: [CommandSpec] = [
        SyncCommand.spec, PlanCommand.spec, ListCommand.spec, ShowCommand.spec, SelectCommand.spec,
        GetCommand.spec,
        PreviewCommand.spec, OpenCommand.spec, RecentCommand.spec, TimetableCommand.spec, ChooseCommand.spec,
        UnchooseCommand.spec, WhyCommand.spec, QuarantineCommand.spec,
        VerifyCommand.spec, ForgetCommand.spec, PluginsCommand.spec,
        ConfigCommand.spec, ConvertCommand.spec, DelayProxyCommand.spec, CompletionsCommand.spec,
        HelpCommand.spec,
    ]
}
