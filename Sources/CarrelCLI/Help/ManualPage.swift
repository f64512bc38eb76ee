import CarrelStages

/// Makes the manual pages from the command table, the topics and the settings of the plug-ins.
enum ManualPage {
    /// `carrel(1)`: `carrel help --man | man -l -`.
    static func program(_ commands: [CommandSpec], version: String) -> String {
        var page = ManualText(
            "carrel", section: 1, version: version, heading: "User Commands", purpose: Help.purpose)
        page.heading("Synopsis")
        page.paragraphs("carrel COMMAND [OPTIONS]")
        page.heading("Commands")
        for command in commands {
            page.subheading(
                ["carrel", command.name, command.operands].filter { !$0.isEmpty }.joined(separator: " "))
            page.paragraphs(command.summary + ".")
            page.paragraphs(command.discussion)
            add(command.options, to: &page)
        }
        page.subheading("carrel \(OptionSpec.version.name)")
        page.paragraphs(OptionSpec.version.help + ".")
        page.heading("Options of every command")
        add(OptionSpec.global, to: &page)
        for topic in HelpTopic.all where topic.name != HelpTopic.profiles.name { page.add(topic) }
        page.heading("Files")
        page.term("~/Carrel", "the library, if no profile names another folder")
        page.term("./carrel.toml, ~/.config/carrel/NAME.toml", "profiles: carrel.toml(5)")
        page.heading("See also")
        page.paragraphs("carrel.toml(5)")
        return page.text
    }

    /// `carrel.toml(5)`: `carrel help --man profiles | man -l -`.
    ///
    /// - Parameters:
    ///   - plugins: every plug-in, whose settings are listed.
    ///   - version: the version of Carrel.
    /// - Returns: the page in the man macros.
    static func profile(_ plugins: [PluginDescription], version: String) -> String {
        var page = ManualText(
            "carrel.toml", section: 5, version: version, heading: "File Formats",
            purpose: "profiles of Carrel")
        page.heading("Description")
        HelpTopic.profiles.blocks.forEach { page.add($0) }
        for kind in PluginKind.allCases {
            page.heading("[\(kind.rawValue)]")
            add(StageSettings.settings(of: kind), to: &page)
            for group in StageSettings.groups(of: kind) {
                page.subheading("[\(kind.rawValue).\(group.name).NAME]")
                page.paragraphs("NAME is \(group.member).")
                add(group.settings, to: &page)
            }
            for plugin in plugins where plugin.kind == kind {
                page.subheading("use = \"\(plugin.name)\"")
                page.paragraphs(plugin.summary + ".")
                add(plugin.settings, to: &page)
            }
        }
        for table in FurtherTable.all {
            page.heading("[\(table.name)]")
            add(table.settings, to: &page)
        }
        page.heading("See also")
        page.paragraphs("carrel(1)")
        return page.text
    }

    private static func add(_ options: [OptionSpec], to page: inout ManualText) {
        for option in options where !option.isHidden { page.term(Help.label(option), option.help + ".") }
    }

    private static func add(_ settings: [any SettingDeclaration], to page: inout ManualText) {
        for setting in settings {
            let value = setting.isSecret ? "secret" : setting.defaultText.map { "default \($0)" } ?? "not set"
            page.term(setting.name, "\(setting.help) (\(setting.kind); \(value)).")
        }
    }
}
