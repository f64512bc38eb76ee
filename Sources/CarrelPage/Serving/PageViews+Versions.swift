import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelServer
import CarrelStages

/// Versions of a document beside each other.
extension PageViews {
    // As much as the command line compares.
    private static let maxCompared = 4 << 20

    /// The page of two versions: those of the address, or else the stored document and the version before it.
    func versions(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        let context = try await context(request)
        guard let row = context.row, row.document != nil else { return notFound(request) }
        let versions = try await desk.versions(of: row.documentKey)
        func version(_ name: String) -> Desk.Version? {
            let number = request.query[name].flatMap { Int($0) }
            return versions.first { VersionsPage.value($0) == number }
        }
        guard let stored = versions.last else { return notFound(request) }
        let later = version("to") ?? stored
        let earlier = version("from") ?? Desk.Version.before(later.number, in: versions) ?? later
        let page = VersionsPage(
            context: context, row: row, versions: versions,
            earlier: await side(earlier, of: row, desk, request.language),
            later: await side(later, of: row, desk, request.language))
        return .html(200, frame(context, page.markup, title: row.item.title))
    }

    private func side(
        _ version: Desk.Version, of row: LibraryView.Row, _ desk: Desk, _ language: Language
    ) async -> VersionsPage.Side {
        let wish = PreviewWish(maxText: Self.maxCompared)
        do {
            let result = try await desk.preview(row.documentKey, version: version.number, wish)
            return VersionsPage.Side(version: version, preview: result.preview)
        } catch {
            return VersionsPage.Side(version: version, trouble: Sentence.of(error, language))
        }
    }
}
