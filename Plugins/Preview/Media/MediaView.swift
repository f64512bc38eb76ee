import CarrelBasics
import CarrelModel
import CarrelStages

/// Shows the facts of sound and film, a line each.
struct MediaView {
    var facts: MediaFacts

    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        let (text, isCut) = lines.joined(separator: "\n").readable.prefix(utf8: limits.maxText)
        return Preview(
            title: facts.tags["title"], summary: text.isEmpty ? nil : summary, text: text, isTruncated: isCut,
            mediaType: document.mediaType, metadata: metadata)
    }

    private var film: MediaFacts.Stream? { facts.streams.first { $0.kind == .video && !$0.isCover } }
    private var sound: MediaFacts.Stream? { facts.streams.first { $0.kind == .audio } }

    private var summary: String {
        let what = film != nil ? "Film" : sound != nil ? "Sound" : "Media"
        let parts: [String?] = [
            facts.duration.map(Self.clock), film.flatMap(Self.dimensions),
            [film, sound].compactMap { $0?.codec }.joined(separator: ", "),
        ]
        return ([what] + parts.compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: ", ")
    }

    // MARK: Lines

    private var lines: [String] {
        var lines = [summary]
        if let format = facts.format { lines.append("Container: \(format)") }
        lines += facts.streams.compactMap(Self.line)
        lines += Self.shownTags.compactMap { name, label in facts.tags[name].map { "\(label): \($0)" } }
        if !facts.chapters.isEmpty {
            lines += ["", "Chapters:"]
            lines += facts.chapters.map { "\(Self.clock($0.start)) \($0.title)".trimmed }
        }
        return lines
    }

    private static func line(_ stream: MediaFacts.Stream) -> String? {
        let label: String
        switch stream.kind {
        case .video: label = stream.isCover ? "Cover" : "Film"
        case .audio: label = "Sound"
        case .subtitle: label = "Subtitles"
        case .attachment, .data: return nil
        }
        let parts: [String?] = [
            stream.codec, stream.kind == .video ? dimensions(stream) : nil,
            stream.isCover || stream.kind != .video
                ? nil : stream.rate.map { "\(short($0)) pictures a second" },
            stream.frequency.map { "\(short(Double($0) / 1000)) kHz" },
            stream.kind == .audio ? stream.channels : nil, stream.language, stream.title,
        ]
        return "\(label): " + parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static let shownTags: [(name: String, label: String)] = [
        ("artist", "Artist"), ("album_artist", "Album artist"), ("composer", "Composer"), ("album", "Album"),
        ("track", "Track"), ("disc", "Disc"), ("genre", "Genre"), ("date", "Date"), ("show", "Show"),
        ("episode_id", "Episode"), ("comment", "Comment"), ("description", "Description"),
        ("copyright", "Copyright"), ("creation_time", "Created"),
    ]

    // MARK: Facts

    private var metadata: [String: String] {
        var metadata: [String: String] = [:]
        metadata["duration"] = facts.duration.map(Self.clock)
        metadata["bit-rate"] = facts.rate.map { "\($0 / 1000) kbit/s" }
        metadata["format"] = facts.format
        metadata["width"] = film?.width.map { "\($0)" }
        metadata["height"] = film?.height.map { "\($0)" }
        metadata["video"] = film?.codec
        metadata["audio"] = sound?.codec
        metadata["chapters"] = facts.chapters.isEmpty ? nil : "\(facts.chapters.count)"
        for (name, key) in [
            ("artist", "author"), ("album", "album"), ("genre", "genre"), ("date", "date"),
            ("creation_time", "created"), ("copyright", "copyright"),
        ] {
            metadata[key] = facts.tags[name]
        }
        return metadata
    }

    private static func dimensions(_ stream: MediaFacts.Stream) -> String? {
        guard let width = stream.width, let height = stream.height else { return nil }
        return "\(width) × \(height) pixels"
    }

    /// `25`, `29.97`.
    private static func short(_ number: Double) -> String {
        let hundredths = Int((min(number, 1e9) * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let fraction = hundredths % 100
        return "\(hundredths / 100)."
            + (fraction % 10 == 0 ? "\(fraction / 10)" : fraction.twoDigits)
    }

    /// `3:25`, `1:02:03`.
    private static func clock(_ seconds: Double) -> String {
        Duration.seconds(Int(min(seconds, 1e9))).clockText
    }
}
