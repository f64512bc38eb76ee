import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import Foundation

/// Reads places one by one, and gathers them by country.
struct PlaceReader {
    // The heading for places that say no country.
    private static let noCountry = "Unknown country"
    // More other names of one place are none.
    private static let maxDetails = 12

    private let template: String
    private var places: [(country: String?, collection: ItemCollection)] = []
    private var known: [String: (index: Int, node: JSONNode)] = [:]
    private var problems = ProblemList()

    init(template: String) { self.template = template }

    mutating func read(_ place: JSONNode) {
        guard place.kind == .object else {
            problems.add(place, expected: "a place as an object", gap: .lasting)
            return
        }
        guard let id = place["place_id"]?.plainText?.prefix(utf8: 2048).text.singleLine, !id.isEmpty else {
            problems.add(
                place["place_id"] ?? place, expected: "a place's identity in \"place_id\"", gap: .lasting)
            return
        }
        guard let name = PlaceName(place) else {
            problems.add(
                place["_content"] ?? place, expected: "a place's name in \"_content\"", gap: .lasting)
            return
        }
        if let first = known[id] {
            problems.add(repeated: place, id: id, first: first.node, outcome: "the place is listed once")
            add(otherName: name.full, to: first.index)
            return
        }
        let further = FurtherCatalog(template: template, ["place": id])
        guard URLReference.hasScheme(further.url) else {
            problems.add(place, expected: "an absolute URL of its photos", gap: .lasting)
            return
        }
        known[id] = (places.count, place)
        places.append(
            (
                name.country,
                ItemCollection(
                    id: id, title: name.title, subtitle: name.region, details: details(of: place),
                    further: further)
            ))
    }

    /// One place under two names, as two languages write it, keeps both.
    private mutating func add(otherName name: String, to index: Int) {
        let place = places[index]
        let first = [place.collection.title, place.collection.subtitle, place.country].compactMap(\.self)
        let other = Detail("Also called", name)
        guard first.joined(separator: ", ") != name, !place.collection.details.contains(other),
            place.collection.details.count < Self.maxDetails
        else { return }
        places[index].collection.details.append(other)
    }

    private mutating func details(of place: JSONNode) -> [Detail] {
        var details: [Detail] = []
        if let count = place["photo_count"]?.present {
            if let number = count.plainText.flatMap({ Int64($0.trimmed) }), number >= 0 {
                details.append(Detail("Photos", String(number)))
            } else {
                problems.add(count, expected: "a number of photos")
            }
        }
        if let coordinates = Coordinates(place) { details.append(Detail("Coordinates", coordinates.text)) }
        if let path = place["place_url"]?.string?.prefix(utf8: 2048).text.singleLine, !path.isEmpty {
            // Paths are those of the service's pages, which stand elsewhere than the service.
            let url = path.hasPrefix("/") ? "https://www.flickr.com/places\(path)" : path
            details.append(Detail("Web page", url))
        }
        return details
    }

    /// What was read: countries in alphabetical order, in each of them its places.
    var catalog: Catalog {
        let countries = Dictionary(grouping: places) { $0.country ?? Self.noCountry }
        let sections = countries.map { country, places in
            // Whatever has no country comes last.
            let rank = country == Self.noCountry ? "2" : "1"
            return (key: AlphabeticalKey([rank, country]), title: country, places: places.map(\.collection))
        }
        .sorted { $0.key < $1.key }
        .map { CatalogSection(title: $0.title, collections: Self.sorted($0.places)) }
        return Catalog(sections: sections, problems: problems.problems)
    }

    private static func sorted(_ places: [ItemCollection]) -> [ItemCollection] {
        places.map { (key: AlphabeticalKey([$0.title, $0.subtitle ?? "", $0.id]), place: $0) }
            .sorted { $0.key < $1.key }
            .map(\.place)
    }
}
