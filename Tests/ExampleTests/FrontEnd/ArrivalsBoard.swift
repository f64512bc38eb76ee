import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelStandard

/// A small front end: it follows a catalogue into a library, and says what arrives and how it begins.
struct ArrivalsBoard {
    private let library: OpenedLibrary

    /// Opens the library of a folder with everything that comes with Carrel.
    init(folder: String) {
        library = OpenedLibrary(Standard.opener(LibraryOpener.Options(folder: folder)))
    }

    /// Adds a catalogue and fetches what it lists.
    ///
    /// - Parameters:
    ///   - address: the catalogue's URL.
    ///   - show: gets a line for each document, in the order in which they end.
    /// - Returns: what became of the run.
    /// - Throws: an error whose description is a sentence for the person.
    func follow(_ address: String, _ show: @escaping @Sendable (String) -> Void) async throws -> RunSummary {
        let catalog = try await library.add(address, name: nil)
        let desk = try await library.desk()
        // Listening begins before the run does, so that nothing is missed. A slow listener holds up no transfer.
        let events = desk.events()
        let board = Task {
            for await event in events {
                if let line = await line(about: event, desk) { show(line) }
                if case .finished = event { return }
            }
        }
        do {
            let summary = try await desk.sync(catalog.location)
            await board.value
            return summary
        } catch {
            board.cancel()
            throw error
        }
    }

    private func line(about event: PipelineEvent, _ desk: Desk) async -> String? {
        switch event {
        case .stored(let item, let document, _):
            let preview = try? await desk.preview(item.key, PreviewWish(maxText: 40)).preview
            return "\(document.name): \(preview?.text ?? "no preview")"
        case .failed(let item, let reason): return "\(item.title): \(reason)"
        default: return nil
        }
    }
}
