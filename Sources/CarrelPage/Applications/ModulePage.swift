import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// One module of a timetable: what is known of it, when it meets, and where on a plan.
struct ModulePage: Sendable {
    let context: PageContext
    let key: CollectionKey
    let catalog: Catalog
    let isChosen: Bool
    let tiles: MapTiles?

    /// The page; `nil` if the catalogue has no such module.
    var markup: Markup? {
        guard let module = catalog.collections.first(where: { $0.id == key.collection }),
            let schedule = catalog.schedule
        else { return nil }
        let meetings = schedule.meetings.filter { $0.collection == module.id }.map { meeting -> Markup in
            let kind = MeetingKind(meeting.kind)
            let place = meeting.place.map { schedule.places[$0]?.name ?? $0 }
            return """
                <li data-kind="\(kind.rawValue)"><span class="kind-sign" aria-hidden="true"></span>\
                <span>\(DayNames.name(of: meeting.day, context.language)) <time>\(meeting.time.description)</time></span>\
                <span>\(kind.word(meeting.kind, context.language))</span>\
                \(Markup.when(place) { "<span class=\"where\">\(.isolated($0))</span>" })</li>
                """
        }
        let pins = schedule.places(of: module.id).compactMap { named in
            named.place?.coordinates.map {
                TheatrePlan.Pin(name: named.place?.name ?? named.id, coordinates: $0)
            }
        }
        let fields = PageAddress(key).fields(context.snapshot)
        return """
            <div class="scroll" tabindex="-1"><article class="sheet-page module"><p><a href="/week">\(context.text(.backToWeek))</a></p>\
            <h1 tabindex="-1">\(.isolated(module.title))</h1><p class="subtitle">\(.isolated(module.id))</p>\
            <dl>\(module.details.map { DetailMarkup.row($0, context.locale) })</dl>\
            <div class="actions">\(isChosen ? context.button("unchoose", .leaveOut, fields) : context.button("choose", .takeIn, fields))</div>\
            <h2>\(context.text(.meetings))</h2><ul class="meetings">\(meetings)</ul>\
            \(TheatrePlan(pins: pins, tiles: tiles, context: context).markup)</article></div>
            """
    }
}
