import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelStandard

/// The timetables that a command is about.
extension Workspace {
    /// The timetables that the profile names, or else all in the library, and a finder for their modules.
    func timetable(_ desk: Desk) async throws -> (view: TimetableView, finder: ItemFinder) {
        let library = try await desk.view().timetables(named: desk.namedLocations)
        guard !library.catalogs.isEmpty else {
            let advice = try await unread(desk).map(adviceToSync) ?? adviceToAdd
            throw CommandError(of: invocation.command, advice)
        }
        return (try await desk.timetable(library), ItemFinder(library, selection: nil))
    }

    /// The first catalogue that a sync reads, that may be a timetable and was not read yet.
    private func unread(_ desk: Desk) async throws -> CatalogChoice? {
        // What the command line alone says of a catalogue would have to be said again.
        guard !opener.options.assignments.contains(where: { $0.key.hasPrefix("source.") }) else { return nil }
        for choice in try await opener.choices([]) {
            guard let configuration = try? opener.configuration(choice), Self.mayBeTimetable(configuration),
                let location = try? opener.location(of: choice)
            else { continue }
            if try await !desk.isRecorded(location) { return choice }
        }
        return nil
    }

    private static func mayBeTimetable(_ configuration: Configuration) -> Bool {
        let parsers = Standard.registry.parsers.plugins.filter { $0.features.contains(.readsTimetables) }
        if let name = configuration[.parse].use { return parsers.contains { $0.name == name } }
        let roles = configuration[.source].roles.map(\.name)
        return parsers.contains { !$0.roles.isEmpty && $0.roles.contains(where: roles.contains) }
    }

    private func adviceToSync(_ choice: CatalogChoice) -> String {
        let name = choice.name.map { " \(ShellWord.operands($0.singleLine))" } ?? ""
        let isKnown = if case .known = choice { true } else { false }
        let option = isKnown ? "" : invocation.profileOption.map { " \($0)" } ?? ""
        let owner = isKnown ? "library" : "profile"
        return "the timetable of the \(owner) was not read yet: carrel sync\(option)\(name)"
    }

    private var adviceToAdd: String {
        // A profile that is named already cannot be another one, too.
        let isNamed = invocation.has("--profile") || invocation.has("--config")
        let way = isNamed ? "--set parse.use=timetable" : "--profile timetable"
        return """
            there is no timetable in the library. It is read from three documents; add one, as in
              carrel add \(way) \
            --set source.timetable.url=https://school.example.edu/timetable.json \
            --set source.modules.url=https://school.example.edu/modules.json \
            --set source.theatres.url=https://school.example.edu/theatres.json
            A profile can name them instead: carrel.toml with extends = "timetable" and the tables \
            [source.timetable], [source.modules] and [source.theatres]
            """
    }
}
