import CarrelBasics

/// What a document says about itself.
struct RTFFacts {
    private var texts: [String: String] = [:]
    private var times: [String: [String: Int]] = [:]
    private var counts: [String: Int] = [:]

    /// Whether a fact was given.
    func has(_ name: String) -> Bool { texts[name] != nil }

    /// Adds characters to a fact.
    mutating func add(_ text: String, to name: String) {
        if (texts[name] ?? "").utf8.count < 8192 { texts[name, default: ""] += text }
    }

    /// Adds a number to a time: `yr`, `mo`, `dy`, `hr` or `min`.
    mutating func add(_ word: String, _ number: Int, to name: String) {
        times[name, default: [:]][word] = number
    }

    mutating func add(_ count: Int, to name: String) { counts[name] = count }

    var title: String? { texts["title"]?.titleText.nonEmpty }

    /// The number of pages.
    var pages: Int? { counts["nofpages"].flatMap { $0 > 0 ? $0 : nil } }

    /// Further facts.
    var metadata: [String: String] {
        var result: [String: String] = [:]
        for (name, text) in texts where name != "title" && !text.titleText.isEmpty {
            result[name] = text.titleText
        }
        for (name, parts) in times { result[name] = Self.time(parts) }
        if let words = counts["nofwords"], words > 0 { result["words"] = String(words) }
        return result
    }

    private static func time(_ parts: [String: Int]) -> String? {
        guard let year = parts["yr"], let month = parts["mo"], let day = parts["dy"],
            (1900...9999).contains(year),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let date = "\(year)-\(month.twoDigits)-\(day.twoDigits)"
        guard let hour = parts["hr"], let minute = parts["min"], (0...23).contains(hour),
            (0...59).contains(minute)
        else { return date }
        return "\(date)T\(hour.twoDigits):\(minute.twoDigits)"
    }
}
