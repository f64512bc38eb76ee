import CarrelFrontEnd
import CarrelServer

/// Adding catalogues, and how they are read.
extension PageViews {
    /// The page of a catalogue's settings.
    func settings(_ request: PageRequest) async throws -> ServerReply {
        guard let location = try await context(request).address.catalog else {
            let reason = Sentence.ofNoCatalog(request.query["catalogue"], request.language)
            return failure(request, 404, reason)
        }
        let isSaved = request.query["saved"] == "1"
        return try await settings(request, of: location, status: 200) { $0.isSaved = isSaved }
    }

    /// The page again, with what somebody typed and what is wrong with it.
    func settings(_ request: PageRequest, of location: String, _ refused: RefusedSettings) async throws
        -> ServerReply
    {
        var typed = SettingsPage.values(request.form)
        typed["name"] = SettingsPage.name(request.form)
        return try await settings(request, of: location, status: 422) { [typed] in
            ($0.typed, $0.refused) = (typed, refused)
        }
    }

    private func settings(
        _ request: PageRequest, of location: String, status: Int, _ change: (inout SettingsPage) -> Void
    ) async throws -> ServerReply {
        let context = try await context(request)
        var page = SettingsPage(
            context: context, location: location, settings: try await library.settings(of: location))
        change(&page)
        let title = context.text(.settingsOf, context.snapshot.name(of: location))
        return .html(status, frame(context, page.markup, title: title))
    }
}
