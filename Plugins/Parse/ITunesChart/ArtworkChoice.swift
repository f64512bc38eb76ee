import CarrelBasics
import CarrelModel
import CarrelStages

/// Which picture of an entry is fetched.
enum ArtworkChoice: Sendable, Hashable {
    case largest
    case smallest
    /// The smallest that is at least that many pixels high, else the largest.
    case height(Int)

    /// Chooses among pictures in the order of the chart, which lists them from small to large.
    func choose(_ artworks: [Artwork]) -> Artwork? {
        let known = artworks.filter { $0.height != nil }
        func order(_ left: Artwork, _ right: Artwork) -> Bool { (left.height ?? 0) < (right.height ?? 0) }
        switch self {
        case .largest: return known.max(by: order) ?? artworks.last
        case .smallest: return known.min(by: order) ?? artworks.first
        case .height(let height):
            let enough = known.filter { ($0.height ?? 0) >= height }
            return enough.min(by: order) ?? Self.largest.choose(artworks)
        }
    }
}

extension ArtworkChoice: SettingValue {
    static var kind: String { "\"largest\", \"smallest\" or a height in pixels" }

    init?(configValue: ConfigValue) {
        switch configValue.text?.trimmed {
        case "largest": self = .largest
        case "smallest": self = .smallest
        default:
            let height = Int(configValue: configValue) ?? configValue.text.flatMap { Int($0.trimmed) }
            guard let height, (1...100_000).contains(height) else { return nil }
            self = .height(height)
        }
    }

    var configText: String? {
        switch self {
        case .largest: "\"largest\""
        case .smallest: "\"smallest\""
        case .height(let height): String(height)
        }
    }
}

/// One of the pictures of an entry.
struct Artwork: Hashable {
    var url: String
    /// In pixels, where the chart says.
    var height: Int?

    /// The picture as a fact about the entry.
    var detail: Detail { Detail(height.map { "Artwork \($0) px" } ?? "Artwork", url) }
}
