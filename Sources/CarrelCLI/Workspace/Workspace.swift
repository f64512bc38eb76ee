import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelOpening
import CarrelStages
import CarrelStandard
import Foundation

/// What a command works with: its options, the terminal, and what opens the library.
struct Workspace {
    let invocation: Invocation
    let terminal: Terminal
    /// Opens the library of the command line.
    var opener: LibraryOpener

    /// Reads the options that say which library it is.
    ///
    /// - Parameters:
    ///   - invocation: the command.
    ///   - presence: what was seen of the library before, for a command that opens it again and again.
    /// - Throws: `CommandError` for a malformed one.
    init(
        _ invocation: Invocation, presence: LibraryPresence = LibraryPresence()
    ) throws(CommandError) {
        self.invocation = invocation
        let environment = ProcessEnvironment.variables
        terminal = Terminal(environment: environment)
        let assignments = try Self.assignments(invocation)
        for assignment in assignments where assignment.key == "store.path" {
            try Self.checkFolder(assignment.value, "--set store.path=", invocation)
        }
        if let folder = invocation.value("--library") {
            try Self.checkFolder(folder, "--library ", invocation)
        }
        var options = LibraryOpener.Options(
            config: invocation.value("--config"), profile: invocation.value("--profile"),
            folder: invocation.value("--library"), assignments: assignments)
        options.presence = presence
        if invocation.has(Self.wait.name) { options.patience = nil }
        opener = Standard.opener(options, environment: environment, tell: Self.teller(invocation))
    }

    /// The option with which a command that writes waits for the library.
    static let wait = OptionSpec(name: "--wait", help: "wait while another process uses the library")

    var isJSON: Bool { invocation.has("--json") }
    var isQuiet: Bool { invocation.has("--quiet") }
    var isVerbose: Bool { invocation.has("--verbose") }
    /// Whether it says in words what was done.
    var tells: Bool { !isQuiet && !isJSON }
    /// Completes the commands in messages.
    var hints: LibraryHints { LibraryHints(invocation) }

    /// Opens the library and a desk over it; see `LibraryOpener.desk`.
    func desk(
        _ access: LibraryAccess = .shared, reading choices: [CatalogChoice] = [],
        with own: CatalogChoice? = nil, begins: Bool = false, previews: Bool = false,
        posting: PostingOptions = PostingOptions(), observer: (any PipelineObserver)? = nil
    ) async throws -> Desk {
        try await opener.desk(
            access, reading: choices, with: own, begins: begins, previews: previews, posting: posting,
            observer: observer ?? NoticePrinter(isQuiet: !tells))
    }

    /// Refuses a library that is not there, for a command whose result would look as if it were empty.
    func checkIsThere() async throws {
        guard let root = try opener.libraryFolder(), !FileManager.default.fileExists(atPath: root.path),
            // The records may be elsewhere.
            try await desk().isEmpty()
        else { return }
        throw CommandError(
            status: .library,
            message: "carrel: \(root.path): there is no library yet. Begin one with carrel add URL")
    }

    /// Refuses a URL where the folder of a library belongs.
    ///
    /// - Parameters:
    ///   - text: what was typed.
    ///   - option: what is before it on the command line; may be empty.
    ///   - invocation: the command.
    /// - Throws: `CommandError`, which says what to write.
    static func checkFolder(_ text: String, _ option: String, _ invocation: Invocation) throws(CommandError) {
        let halves = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return }
        let rest = String(halves[1])
        let remedy =
            switch halves[0].lowercased() {
            case "s3":
                """
                A bucket is named in a profile, with use = "s3" and bucket = "\(rest.prefix { $0 != "/" })" in its \
                [store]: docs/ManyMachines.md
                """
            case "file" where rest.hasPrefix("/"):
                "Leave out the scheme: \(option)\(ShellWord.text(rest.removingPercentEncoding ?? rest))"
            default: "It is a URL; only a catalogue is named by one"
            }
        throw CommandError.usage(
            invocation.command, "\(option)\(ShownText.of(text)): expected a folder. \(remedy)".singleLine)
    }

    /// The settings of `--set`.
    private static func assignments(_ invocation: Invocation) throws(CommandError) -> [ConfigAssignment] {
        var assignments: [ConfigAssignment] = []
        for text in invocation.options["--set"] ?? [] {
            let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            guard halves.count == 2 else {
                throw CommandError(
                    status: .usage, message: "carrel: --set \(text.singleLine): expected STAGE.KEY=VALUE")
            }
            assignments.append(
                ConfigAssignment(key: halves[0], value: halves[1], option: "--set \(halves[0])"))
        }
        return assignments
    }

    /// What says on standard error what opening the library tells.
    private static func teller(_ invocation: Invocation) -> @Sendable (OpeningNotice) -> Void {
        let isQuiet = invocation.has("--quiet")
        // The problems of one catalogue do not concern the others.
        let isAboutItems = ["get", "preview", "show"].contains(invocation.command)
        return { notice in
            switch notice {
            case .waiting(let error) where !isQuiet:
                let what = error.isOfHolderAtWork ? "another process uses it" : error.description
                LineWriter.error.line("waiting for the library: \(what)".singleLine)
            case .unreadable(_, let error) where isAboutItems:
                LineWriter.error.line(LibraryHints(invocation).completing("warning: \(error)").terminalSafe)
            case .trustNotRecorded(let catalog, let reason):
                LineWriter.error.line(
                    "warning: your trust in “\(catalog.name)” could not be recorded: \(reason)".singleLine)
            case .waiting, .unreadable: break
            }
        }
    }
}
