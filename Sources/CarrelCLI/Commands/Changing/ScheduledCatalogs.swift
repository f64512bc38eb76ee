import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages

/// What of a library a schedule can read: nobody feeds it anything on standard input, and it has few variables.
enum ScheduledCatalogs {
    /// Refuses a schedule that would fail each time.
    ///
    /// - Returns: what is left out or will be missing, with what helps.
    static func check(_ workspace: Workspace) async throws -> [String] {
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
        let leftOut = locations.first { CatalogPlace.input(at: $0) != nil }.map { location in
            "left out: what came on standard input. Save it to a file, then: carrel add FILE, and carrel "
                + "remove \(ShellWord.operands(ShownText.of(location)))"
        }
        return [leftOut].compactMap(\.self) + choices.flatMap { variables(of: $0, opener) }
    }

    /// What is to be said of the secrets of a catalogue that variables hold.
    private static func variables(of choice: CatalogChoice, _ opener: LibraryOpener) -> [String] {
        // What is wrong with a catalogue is told whenever it is due.
        guard let tables = (try? opener.configuration(choice))?.tables else { return [] }
        return tables.flatMap { table in
            table.content.values.compactMap { value -> String? in
                guard let text = value.text, text.hasPrefix("\"env:") else { return nil }
                let key = "\(table.name).\(value.key)"
                let variable = text.dropFirst(5).prefix { $0 != "\"" }
                let what = "\(key) comes from the variable \(variable), which a schedule does not have. "
                guard case .known(let catalog) = choice else {
                    return "warning: \(what)Write it into a file, and set \(key) = \"file:PATH\""
                }
                return "warning: “\(catalog.name)”: \(what)Write it into a file, then: "
                    + "carrel set \(ShellWord.operands(catalog.name)) \(key)=file:PATH"
            }
        }
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
