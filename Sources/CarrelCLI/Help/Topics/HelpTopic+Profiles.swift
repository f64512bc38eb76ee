import CarrelStages

extension HelpTopic {
    /// What a profile is, and where it is read from.
    static let profiles = HelpTopic(
        name: "profiles", title: "Profiles", summary: "Config files: where they are and what is in them",
        blocks: [
            .text(
                """
                A profile is a TOML file that says how a library is filled: which plug-in does which stage, and with which \
                settings. It has a table for each stage:
                """),
            .terms(
                PluginKind.allCases.map { ("[\($0.rawValue)]", $0.summary) } + [
                    ("[after]", "commands to run after something happened"),
                    ("[map]", "where the page of carrel serve takes maps from"),
                ]),
            .text(
                """
                use names the table's plug-in; the other keys are settings of the stage and of that plug-in. carrel plugins \
                lists all of them with their defaults. Each [[catalogue]] is one of several catalogues, with a name and settings of \
                its own.
                """),
            .heading("Where a profile is read from"),
            .text("The first of these that exists:"),
            .terms([
                ("--config FILE", "the file; --profile does nothing beside it"),
                (
                    "--profile NAME",
                    "$XDG_CONFIG_HOME/carrel/NAME.toml (~/.config/carrel/NAME.toml), then the shipped profile of that name"
                ),
                (
                    "./carrel.toml",
                    "without either option; it may reach beyond its folder only after carrel config trust"
                ),
                ("default", "~/.config/carrel/default.toml, then the shipped default"),
            ]),
            .text(
                """
                extends = "NAME" names the profile that this one adds to; without it, that is the shipped default. If both \
                have a key, the extending profile wins. Variables such as CARREL_DOWNLOAD_MAX_CONCURRENT (CARREL_STAGE_KEY) win over \
                files, and --set STAGE.KEY=VALUE wins over variables.
                """),
            .heading("Values"),
            .terms([
                ("duration", "\"250ms\", \"2s\", \"5m\", \"1h\", \"1d\""),
                ("delay", "a duration, or a range: each request waits a random time in it: \"0s..3s\""),
                (
                    "size",
                    "\"64 KiB\", \"2 MiB\": KiB, MiB, GiB and TiB are powers of 1024, kB, MB, GB and TB of 1000"
                ),
                ("rate", "a size a second: \"500 KiB/s\""),
                ("list", "[\"pdf\", \"txt\"]; in the environment and with --set: pdf,txt"),
                (
                    "secret",
                    "where it is, never the secret: \"env:NAME\", \"file:PATH\" or \"command:PROGRAM ARG…\""
                ),
            ]),
            .heading("Example"),
            .lines(example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)),
            .heading("What helps"),
            .terms([
                ("carrel config check", "reports every problem with its file, line and column"),
                ("carrel config show", "prints every value and where it comes from"),
                ("carrel config path", "lists the files that are read and the profiles that --profile takes"),
            ]),
        ])

    private static let example = """
        extends = "default"

        [source]
        use = "http"
        url = "https://notes.example.edu/course/index.html"

        [parse]
        use = "html-links"
        types = ["pdf", "txt"]

        [store]
        path = "~/Notes"
        """
}

extension PluginKind {
    /// What the table of this kind is about.
    fileprivate var summary: String {
        switch self {
        case .source: "where the catalogue comes from"
        case .parse: "what kind of catalogue it is; without use, Carrel recognises it from the content"
        case .plan: "which items are fetched, and when"
        case .download: "how they are fetched"
        case .store: "where documents are kept, and under which names"
        case .preview: "what shows which kind of document"
        case .library: "what Carrel remembers from one command to the next, and where"
        case .queue: "what transfers wait in"
        }
    }
}
