import CarrelBasics
import CarrelJSON

/// What ffprobe tells of a file of sound or film.
struct MediaFacts {
    /// One track.
    struct Stream {
        enum Kind: String { case video, audio, subtitle, attachment, data }

        var kind: Kind
        /// The coding's short name, such as `h264`.
        var codec: String
        var width: Int?
        var height: Int?
        /// Pictures in a second.
        var rate: Double?
        /// Samples in a second.
        var frequency: Int?
        var channels: String?
        var language: String?
        var title: String?
        /// Whether it is the picture of a cover.
        var isCover: Bool
    }

    /// The beginning of a part.
    struct Chapter {
        /// When it begins, in seconds.
        var start: Double
        var title: String
    }

    // Files of hundreds of tracks are made to be read for long.
    private static let maxStreams = 64
    private static let maxChapters = 500
    private static let maxTags = 60

    /// The container's name, such as `QuickTime / MOV`.
    let format: String?
    /// The length in seconds.
    let duration: Double?
    /// Bits in a second.
    let rate: Int?
    let streams: [Stream]
    let chapters: [Chapter]
    /// What the file says of itself, by names in lower case.
    let tags: [String: String]

    /// Reads what ffprobe wrote; `nil` if it found no track.
    init?(_ root: JSONNode) {
        guard let elements = root["streams"]?.elements else { return nil }
        streams = elements.prefix(Self.maxStreams).compactMap(Stream.init)
        guard !streams.isEmpty else { return nil }
        let format = root["format"]
        self.format = format?["format_long_name"]?.text ?? format?["format_name"]?.text
        duration = format?["duration"]?.text.flatMap(Double.init).flatMap {
            $0.isFinite && $0 >= 0 ? $0 : nil
        }
        rate = format?["bit_rate"]?.text.flatMap { Int($0) }
        chapters = (root["chapters"]?.elements.map { Array($0.prefix(Self.maxChapters)) } ?? []).compactMap(
            Chapter.init)
        // Ogg keeps the tags with its tracks; elsewhere the title of a film's sound is not that of the film.
        let isFilm = streams.contains { $0.kind == .video && !$0.isCover }
        let sound = elements.first { $0["codec_type"]?.string == "audio" }
        let isKept = !isFilm || format?["format_name"]?.text == "ogg"
        tags = Self.tags(format?["tags"]).merging(Self.tags(isKept ? sound?["tags"] : nil)) { own, _ in own }
    }

    private static func tags(_ node: JSONNode?) -> [String: String] {
        var tags: [String: String] = [:]
        guard let members = node?.members else { return [:] }
        for (name, value) in members.prefix(maxTags) {
            guard let text = value.text, !text.isEmpty else { continue }
            tags[name.lowercased().singleLine] = text
        }
        return tags
    }
}

extension MediaFacts.Stream {
    init?(_ node: JSONNode) {
        guard let kind = node["codec_type"]?.string.flatMap(Kind.init) else { return nil }
        self.kind = kind
        codec = node["codec_name"]?.text ?? "unknown"
        // As it is seen: a telephone that stands upright films lying pictures, which are to be turned.
        let isTurned = node["side_data_list"]?.elements?.contains {
            ($0["rotation"]?.integer ?? 0).magnitude % 180 == 90
        }
        width = node[isTurned == true ? "height" : "width"]?.size
        height = node[isTurned == true ? "width" : "height"]?.size
        rate = node["avg_frame_rate"]?.string.flatMap(Self.quotient)
        frequency = node["sample_rate"]?.text.flatMap { Int($0) }
        let count = node["channels"]?.integer
        channels = node["channel_layout"]?.text ?? count.map { $0 == 1 ? "mono" : "\($0) channels" }
        let language = node["tags"]?["language"]?.text
        self.language = language == "und" ? nil : language
        title = node["tags"]?["title"]?.text
        isCover = node["disposition"]?["attached_pic"]?.integer == 1
    }

    private static func quotient(_ text: String) -> Double? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        return parts[0] / parts[1]
    }
}

extension MediaFacts.Chapter {
    init?(_ node: JSONNode) {
        guard let start = node["start_time"]?.text.flatMap(Double.init), start.isFinite, start >= 0 else {
            return nil
        }
        self.init(start: start, title: node["tags"]?["title"]?.text ?? "")
    }
}

extension JSONNode {
    /// A string on one line.
    fileprivate var text: String? {
        string?.titleText.nonEmpty
    }

    /// A number of pixels.
    fileprivate var size: Int? { integer.flatMap { (1...1 << 24).contains($0) ? Int($0) : nil } }
}
