import CarrelCore
import CarrelModel

/// The timetables that a command is about.
extension Workspace {
    /// The timetables that the profile names, or else all in the library, and a finder for their modules.
    func timetable(_ desk: Desk) async throws -> (view: TimetableView, finder: ItemFinder) {
        let library = try await desk.view().timetables(named: desk.namedLocations)
        guard !library.catalogs.isEmpty else {
            throw CommandError(
                status: .failedItems,
                message: """
                    carrel \(invocation.command): there is no timetable in the library. It is read from three \
                    documents, as in
                      carrel sync --profile timetable \
                    --set source.timetable.url=https://school.example.edu/timetable.json \
                    --set source.modules.url=https://school.example.edu/modules.json \
                    --set source.theatres.url=https://school.example.edu/theatres.json
                    A profile can name them instead: carrel.toml with extends = "timetable" and the tables \
                    [source.timetable], [source.modules] and [source.theatres]
                    """)
        }
        return (try await desk.timetable(library), ItemFinder(library, selection: nil))
    }
}
