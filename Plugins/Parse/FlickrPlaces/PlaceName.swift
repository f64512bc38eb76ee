import CarrelBasics
import CarrelJSON

/// A place's name in its parts: `Anaheim Resort, Anaheim, CA, US, United States`.
struct PlaceName {
    /// The most detailed part, the first one.
    let title: String
    /// What stands between the first part and the country.
    let region: String?
    /// The last part, which for a country is the country itself; `nil` if only a short name is known.
    let country: String?
    /// The whole name.
    let full: String

    /// Reads a place's full name or, without one, its short one.
    init?(_ place: JSONNode) {
        let parts = (place["_content"]?.string ?? "").prefix(utf8: 4096).text.split(separator: ",")
            .map { String($0).singleLine }.filter { !$0.isEmpty }
        guard let first = parts.first, let last = parts.last else {
            let name = place["woe_name"]?.string?.titleText ?? ""
            guard !name.isEmpty else { return nil }
            (title, region, country, full) = (name, nil, nil, name)
            return
        }
        title = first.titleText
        region = parts.dropFirst().dropLast().joined(separator: ", ").nonEmpty
        country = last.titleText
        full = parts.joined(separator: ", ")
    }
}

/// Where a place or photo is; numbers come as such or as strings.
struct Coordinates {
    /// Latitude and longitude in degrees.
    let text: String

    /// Reads the coordinates of an entry; zero and zero is what the service writes where it knows none.
    init?(_ entry: JSONNode) {
        guard let latitude = Self.degrees(entry["latitude"], 90),
            let longitude = Self.degrees(entry["longitude"], 180),
            latitude.value != 0 || longitude.value != 0
        else { return nil }
        text = "\(latitude.text), \(longitude.text)"
    }

    private static func degrees(_ node: JSONNode?, _ limit: Double) -> (value: Double, text: String)? {
        let text = node?.string?.trimmed ?? node?.number.map { "\($0)" }
        // As it is written: a service's digits are its accuracy.
        guard let text, text.utf8.count <= 32, let value = Double(text), value.magnitude <= limit,
            text.utf8.allSatisfy({ $0 == 0x2D || $0 == 0x2E || $0.isDigit })
        else { return nil }
        return (value, text)
    }
}
