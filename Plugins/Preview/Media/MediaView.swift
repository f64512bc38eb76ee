import CarrelBasics
import CarrelModel
import CarrelStages

/// Shows the facts of sound and film, a line each.
struct MediaView {
    var facts: MediaFacts

    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        let told = lines.joined(separator: "\n").readable
        let (text, isCut) = ([told] + chapters).joined(separator: "\n").readable.prefix(utf8: limits.maxText)
        var preview = Preview(
            title: facts.tags["title"], summary: text.isEmpty ? nil : summary, text: text, isTruncated: isCut,
            mediaType: document.mediaType, metadata: metadata)
        preview.factsEnd = min(told.utf8.count, text.utf8.count)
        return preview
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

    /// What the metadata says, too.
    private var lines: [String] {
        var lines = [summary]
        let container = [facts.format, rate].compactMap(\.self)
        if !container.isEmpty { lines.append("Container: \(container.joined(separator: ", "))") }
        lines += facts.streams.compactMap { stream in
            Self.names(of: stream).map { "\($0.label): \(Self.words(of: stream))" }
        }
        lines += Self.tags.compactMap { tag in facts.tags[tag.name].map { "\(tag.label): \($0)" } }
        return lines
    }

    private var chapters: [String] {
        guard !facts.chapters.isEmpty else { return [] }
        return ["", "Chapters:"] + facts.chapters.map { "\(Self.clock($0.start)) \($0.title)".trimmed }
    }

    /// What a track is called in the text and in the metadata; `nil` for one that is neither seen nor heard.
    private static func names(of stream: MediaFacts.Stream) -> (label: String, key: String)? {
        switch stream.kind {
        case .video where stream.isCover: (label: "Cover", key: "cover")
        case .video: (label: "Film", key: "video")
        case .audio: (label: "Sound", key: "audio")
        case .subtitle: (label: "Subtitles", key: "subtitles")
        case .attachment, .data: nil
        }
    }

    private static func words(of stream: MediaFacts.Stream) -> String {
        let parts: [String?] = [
            stream.codec, stream.kind == .video ? dimensions(stream) : nil,
            stream.isCover || stream.kind != .video
                ? nil : stream.rate.map { "\(short($0)) pictures a second" },
            stream.frequency.map { "\(short(Double($0) / 1000)) kHz" },
            stream.kind == .audio ? stream.channels : nil, stream.language, stream.title,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private var rate: String? { facts.rate.map { "\($0 / 1000) kbit/s" } }

    // As ffprobe, the text and the metadata name them.
    private static let tags: [(name: String, label: String, key: String)] = [
        ("artist", "Artist", "author"), ("album_artist", "Album artist", "album artist"),
        ("composer", "Composer", "composer"), ("album", "Album", "album"), ("track", "Track", "track"),
        ("disc", "Disc", "disc"), ("genre", "Genre", "genre"), ("date", "Date", "date"),
        ("show", "Show", "show"), ("episode_id", "Episode", "episode"), ("comment", "Comment", "comment"),
        ("description", "Description", "description"), ("copyright", "Copyright", "copyright"),
        ("creation_time", "Created", "created"),
    ]

    // MARK: Facts

    private var metadata: [String: String] {
        var metadata: [String: String] = [:]
        metadata["duration"] = facts.duration.map(Self.clock)
        metadata["bit-rate"] = rate
        metadata["format"] = facts.format
        metadata["width"] = film?.width.map { "\($0)" }
        metadata["height"] = film?.height.map { "\($0)" }
        metadata["chapters"] = facts.chapters.isEmpty ? nil : "\(facts.chapters.count)"
        for stream in facts.streams {
            guard let key = Self.names(of: stream)?.key else { continue }
            metadata[key] = [metadata[key], Self.words(of: stream)].compactMap(\.self).joined(separator: "; ")
        }
        for tag in Self.tags { metadata[tag.key] = facts.tags[tag.name] }
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
