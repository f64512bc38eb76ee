import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages

/// What of a library a schedule can read: nobody feeds it anything on standard input.
enum ScheduledCatalogs {
    /// Refuses a schedule that would fail each time.
    ///
    /// - Returns: what is left out, with what helps; `nil` if nothing is.
    static func check(_ workspace: Workspace) async throws -> String? {
        let opener = workspace.opener
        let choices: [CatalogChoice]
        do {
            choices = try await opener.choicesToRead([], for: "carrel sync")
        } catch is OpeningError {
            throw CommandError.usage(
                "schedule",
                "the library keeps no catalogue up to date. Add one: carrel add URL, or carrel add FILE with what came "
                    + "on standard input")
        }
        try checkNamesOne(choices, opener)
        if let choice = choices.first(where: { isOnInput($0, opener) }) {
            let name = choice.name.map { "the catalogue “\($0)”" } ?? "the profile's catalogue"
            throw CommandError.usage(
                "schedule",
                "\(name) comes on standard input, and a schedule has none. Save it to a file, and set "
                    + "source.use = \"file\" and source.path")
        }
        let locations = try await opener.unkeptLocations()
        guard let location = locations.first(where: { CatalogPlace.input(at: $0) != nil }) else { return nil }
        return "left out: what came on standard input. Save it to a file, then: carrel add FILE, and carrel "
            + "remove \(ShellWord.operands(ShownText.of(location)))"
    }

    /// Refuses a profile that names no catalogue, for a library that knows none.
    private static func checkNamesOne(_ choices: [CatalogChoice], _ opener: LibraryOpener) throws {
        guard case .profile? = choices.first else { return }
        do {
            _ = try opener.location(of: .profile)
        } catch let error as OpeningError where error.code == .unclear {
            throw CommandError.usage("schedule", error.description)
        } catch {
            // What is wrong with a catalogue is told whenever it is due.
        }
    }

    private static func isOnInput(_ choice: CatalogChoice, _ opener: LibraryOpener) -> Bool {
        // What is wrong with a catalogue is told whenever it is due.
        guard let name = (try? opener.configuration(choice))?[.source].use else { return false }
        return opener.loader.registry.sources[name]?.place == .standardInput
    }
}
