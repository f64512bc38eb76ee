import CarrelBasics
import CarrelHTML
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A plain plan of some points: pins with numbers, a bar for the scale and north at the top.
///
/// It asks nobody for a map; where the profile names a server of tiles, a script puts one in its place. Over the few kilometres of a campus the Earth is flat enough for it.
struct TheatrePlan: Sendable {
    /// A point with its name.
    struct Pin: Sendable {
        var name: String
        var coordinates: Coordinates
    }

    let pins: [Pin]
    let tiles: MapTiles?
    let context: PageContext

    private static let (width, height, margin) = (480.0, 300.0, 48.0)
    private static let metersPerDegree = 111_320.0

    /// The plan; nothing without a pin.
    var markup: Markup {
        guard !pins.isEmpty else { return .none }
        let points = places.enumerated().map { index, point -> Markup in
            """
            <g class="pin"><circle cx="\(Self.text(point.x))" cy="\(Self.text(point.y))" r="11"/>\
            <text x="\(Self.text(point.x))" y="\(Self.text(point.y + 4))" text-anchor="middle">\(index + 1)</text></g>
            """
        }
        let names = pins.enumerated().map { index, pin -> Markup in
            """
            <li data-latitude="\(Self.degrees(pin.coordinates.latitude))" data-longitude="\(Self.degrees(pin.coordinates.longitude))">\
            <span class="pin-number" aria-hidden="true">\(index + 1)</span><span class="name">\(.isolated(pin.name))</span>\
            <a rel="noopener noreferrer" href="\(pin.coordinates.openStreetMapURL)">\(context.text(.onTheMap))</a></li>
            """
        }
        return """
            <figure class="plan"\(map)><svg viewBox="0 0 \(Self.text(Self.width)) \(Self.text(Self.height))" role="img" \
            aria-label="\(context.text(.plan)): \(pins.map(\.name).joined(separator: ", "))">\
            <rect class="ground" width="\(Self.text(Self.width))" height="\(Self.text(Self.height))"/>\(bar)\
            <g class="north"><title>\(context.text(.north))</title><path d="M456 14 l7 20 -7 -5 -7 5z"/>\
            <text x="456" y="48" text-anchor="middle">N</text></g>\(points)</svg>\
            \(credit)<ol class="pins">\(names)</ol></figure>
            """
    }

    // MARK: A map instead

    /// What the script needs to know.
    private var map: Markup {
        Markup.when(tiles) { tiles in
            """
             data-tiles="\(tiles.address.template)" data-max-zoom="\(tiles.maximumZoom)" \
            data-map="\(context.text(.map)): \(pins.map(\.name).joined(separator: ", "))" \
            data-larger="\(context.text(.larger))" data-smaller="\(context.text(.smaller))"
            """
        }
    }

    /// Whom the tiles come from, and what is said if they do not.
    private var credit: Markup {
        Markup.when(tiles) { tiles in
            let name = tiles.attribution.map(Markup.isolated)
            let credit = tiles.attributionAddress.map { address -> Markup in
                "<a rel=\"noopener noreferrer\" href=\"\(address)\">\(name ?? "\(address)")</a>"
            }
            return """
                \(Markup.when(credit ?? name) { "<p class=\"map-credit\">\($0)</p>" })\
                <p class="map-failed" hidden>\(context.text(.mapFailed, tiles.address.origin.description))</p>
                """
        }
    }

    private static func degrees(_ number: Double) -> String { String(format: "%.7f", number) }

    // MARK: Places on the plan

    /// How many metres a unit of the plan is.
    var scale: Double {
        let (across, down) = extent
        let room = (Self.width - 2 * Self.margin, Self.height - 2 * Self.margin)
        // One point alone shows the 200 metres around it.
        return max(across / room.0, down / room.1, 200 / room.0)
    }

    /// Where the pins are, in units of the plan.
    var places: [(x: Double, y: Double)] {
        let meters = meters
        let (left, right) = (meters.map(\.x).min() ?? 0, meters.map(\.x).max() ?? 0)
        let (bottom, top) = (meters.map(\.y).min() ?? 0, meters.map(\.y).max() ?? 0)
        let scale = scale
        return meters.map {
            (
                Self.width / 2 + ($0.x - (left + right) / 2) / scale,
                Self.height / 2 - ($0.y - (bottom + top) / 2) / scale
            )
        }
    }

    private var meters: [(x: Double, y: Double)] {
        let middle = (pins.first?.coordinates.latitude ?? 0) * .pi / 180
        return pins.map {
            (
                $0.coordinates.longitude * Self.metersPerDegree * cos(middle),
                $0.coordinates.latitude * Self.metersPerDegree
            )
        }
    }

    private var extent: (across: Double, down: Double) {
        let meters = meters
        return (
            (meters.map(\.x).max() ?? 0) - (meters.map(\.x).min() ?? 0),
            (meters.map(\.y).max() ?? 0) - (meters.map(\.y).min() ?? 0)
        )
    }

    /// A bar of a round number of metres, about a quarter of the plan.
    private var bar: Markup {
        let wanted = Self.width / 4 * scale
        let power = pow(10, (log10(wanted)).rounded(.down))
        let length = power * ([5, 2, 1].first { power * $0 <= wanted } ?? 1)
        let units = length / scale
        let y = Self.text(Self.height - 16)
        return """
            <g class="scale-bar"><path d="M16 \(y) h\(Self.text(units)) m0 -4 v8 M16 \(Self.text(Self.height - 20)) v8"/>\
            <text x="\(Self.text(22 + units))" y="\(Self.text(Self.height - 12))">\(context.text(.meters, Self.text(length)))</text></g>
            """
    }

    private static func text(_ number: Double) -> String {
        let rounded = (number * 10).rounded() / 10
        guard rounded.isFinite, rounded.magnitude < 1e12 else { return "0" }
        return rounded == rounded.rounded() ? String(Int64(rounded)) : String(rounded)
    }
}
