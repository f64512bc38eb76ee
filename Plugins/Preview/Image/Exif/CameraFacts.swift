import CarrelBasics
import Foundation

/// What a camera, or a program after it, says of a picture.
struct CameraFacts {
    /// The facts for a preview, such as `taken`, by the camera's clock, and `place` in degrees of latitude and longitude.
    private(set) var metadata: [String: String] = [:]
    /// Whether it is to be turned by a quarter: its width and height change places.
    private(set) var isTurned = false

    init() {}

    /// Reads the facts of a picture; those that are not there, or make no sense, are left out.
    init(of file: FileWindow) {
        let turn = BoxedPicture(file)?.isTurned
        isTurned = turn ?? false
        guard let start = ExifPlace.find(in: file), let tags = TIFFTags(file, at: start) else { return }
        isTurned = turn ?? tags.numbers(0x0112)?.first.map { (5...8).contains($0) } ?? false
        metadata["taken"] =
            Self.date(tags.text(0x9003, in: .camera)) ?? Self.date(tags.text(0x9004, in: .camera))
            ?? Self.date(tags.text(0x0132))
        metadata["camera"] = Self.camera(Self.words(tags.text(0x010F)), Self.words(tags.text(0x0110)))
        metadata["lens"] = Self.words(tags.text(0xA434, in: .camera))
        metadata["exposure"] = Self.exposure(tags)
        metadata["place"] = Self.place(tags)
        metadata["altitude"] = Self.altitude(tags)
        metadata["author"] = Self.words(tags.text(0x013B))
        metadata["copyright"] = Self.words(tags.text(0x8298))
        metadata["description"] = Self.words(tags.text(0x010E))
    }

    /// The facts in words, a line each.
    var lines: [String] {
        let shot = [metadata["taken"].map { "Taken \($0)" }, metadata["camera"].map { "with \($0)" }]
            .compactMap { $0 }
        let height = metadata["altitude"].map { ", \($0)" } ?? ""
        return [
            metadata["description"], shot.isEmpty ? nil : shot.joined(separator: " "), metadata["exposure"],
            metadata["place"].map { "At \($0)\(height)" }, metadata["author"].map { "By \($0)" },
        ].compactMap { $0 }
    }

    private static func words(_ text: String?) -> String? {
        guard let text = text?.titleText, !text.isEmpty else { return nil }
        return text
    }

    /// `2024:05:01 12:00:03` as a date of ISO 8601; a camera without a clock writes zeros or spaces.
    private static func date(_ text: String?) -> String? {
        guard let match = text?.wholeMatch(of: /(\d{4})[:\-](\d\d)[:\-](\d\d)(?: (\d\d:\d\d:\d\d))?.*/),
            match.output.1 != "0000", match.output.2 != "00"
        else { return nil }
        let date = "\(match.output.1)-\(match.output.2)-\(match.output.3)"
        return match.output.4.map { "\(date) \($0)" } ?? date
    }

    /// Many models have the maker's name in theirs.
    private static func camera(_ maker: String?, _ model: String?) -> String? {
        guard let maker, let model else { return model ?? maker }
        let first = maker.split(separator: " ").first.map(String.init) ?? maker
        return model.lowercased().hasPrefix(first.lowercased()) ? model : "\(maker) \(model)".titleText
    }

    private static func exposure(_ tags: TIFFTags) -> String? {
        var parts: [String] = []
        if let time = sane(tags.numbers(0x829A, in: .camera)) {
            parts.append(time < 0.4 ? "1/\(Int((1 / time).rounded())) s" : "\(short(time)) s")
        }
        if let number = sane(tags.numbers(0x829D, in: .camera)) { parts.append("f/\(short(number))") }
        if let speed = sane(tags.numbers(0x8827, in: .camera)) { parts.append("ISO \(short(speed))") }
        if let length = sane(tags.numbers(0x920A, in: .camera)) { parts.append("\(short(length)) mm") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func sane(_ numbers: [Double]?) -> Double? {
        numbers?.first.flatMap { $0.isFinite && $0 > 0.000_01 && $0 < 10_000_000 ? $0 : nil }
    }

    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: Where

    private static func place(_ tags: TIFFTags) -> String? {
        guard let latitude = degrees(tags, 2, tags.text(1, in: .place), "S", 90),
            let longitude = degrees(tags, 4, tags.text(3, in: .place), "W", 180),
            // A camera that does not know its place often writes this one.
            latitude != 0 || longitude != 0
        else { return nil }
        return "\(decimals(latitude)), \(decimals(longitude))"
    }

    /// Degrees, minutes and seconds as degrees; those of one half of the earth are negative.
    private static func degrees(
        _ tags: TIFFTags, _ tag: Int, _ side: String?, _ negative: String, _ limit: Double
    ) -> Double? {
        guard let numbers = tags.numbers(tag, in: .place), numbers.count == 3, let side else { return nil }
        // A part that is not known is nothing divided by nothing.
        let parts = numbers.enumerated().map { $0.offset > 0 && $0.element.isNaN ? 0 : $0.element }
        let value = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard value.isFinite, value >= 0, value <= limit else { return nil }
        return side.uppercased().hasPrefix(negative) ? -value : value
    }

    private static func decimals(_ degrees: Double) -> String {
        String(format: "%.5f", locale: Locale(identifier: "en_US_POSIX"), degrees)
    }

    private static func altitude(_ tags: TIFFTags) -> String? {
        guard let metres = tags.numbers(6, in: .place)?.first, metres.isFinite, metres >= 0, metres < 100_000
        else {
            return nil
        }
        let isBelow = tags.numbers(5, in: .place)?.first == 1
        return "\(isBelow && metres > 0 ? "-" : "")\(Int(metres.rounded())) m"
    }
}
