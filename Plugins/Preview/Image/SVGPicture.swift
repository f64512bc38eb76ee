import CarrelBasics
import CarrelCodings
import CarrelMarkup
import CarrelModel
import Foundation

/// What a picture in SVG says of itself: it is not drawn, for its documents refer to other files.
struct SVGPicture {
    private static let shapes: Set<String> = ["text", "title", "desc"]

    private(set) var size: PictureSize?
    private(set) var title: String?
    private(set) var description: String?
    /// What is written in it, a line for each piece.
    private(set) var lines: [String] = []
    /// Whether something of it was not read.
    private(set) var isCut = false
    // The bytes of the lines.
    private var length = 0
    private var words = ""
    /// Where the line of the last part of a text stands.
    private var line: String?
    private var depth = 0
    private var open: [String] = []

    /// Reads a document; what is not well-formed is read as far as it goes, and what is not in SVG is `nil`.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: its encoding, as its server declared it.
    ///   - maxText: the bytes of text behind which nothing more is read.
    ///   - deadline: when reading ends.
    init?(_ data: Data, charset: String?, maxText: Int, until deadline: ContinuousClock.Instant) {
        var isPicture = false
        var picture = SVGPicture()
        do {
            let problem = try MarkupReader.readXML(
                data, charset: charset, namespaces: ["http://www.w3.org/2000/svg": ""],
                limits: MarkupLimits(maxSize: max(1, data.count))
            ) { event in
                if case .start("svg", let attributes) = event, picture.depth == 0 {
                    isPicture = true
                    picture.size = Self.size(attributes)
                }
                picture.take(event)
                picture.isCut =
                    picture.length > maxText || Task.isCancelled || ContinuousClock.now >= deadline
                return !picture.isCut
            }
            // Reading ends at an attribute of ten megabytes, which a photograph within a drawing is.
            if problem != nil, picture.depth > 0 { picture.isCut = true }
        } catch {
            picture.isCut = true
        }
        guard isPicture else { return nil }
        self = picture
    }

    private init() {}

    /// Takes the gzip off a drawing, as `.svgz` files have it.
    ///
    /// - Parameters:
    ///   - data: the drawing; one without gzip is returned as it is.
    ///   - limit: the most bytes that may come out.
    /// - Returns: the drawing, and whether it is whole.
    static func unpacked(_ data: Data, limit: Int) -> (drawing: Data, isWhole: Bool) {
        guard data.starts(with: [0x1F, 0x8B]), let decoder = ContentDecoder(["gzip"]) else {
            return (data, true)
        }
        var drawing = Data()
        let outcome = data.withUnsafeBytes { bytes in
            decoder.decode(bytes) { piece in
                drawing.append(contentsOf: piece.prefix(limit - drawing.count))
                return drawing.count < limit && !Task.isCancelled
            }
        }
        return (drawing, outcome == .taken && decoder.isWhole)
    }

    private mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes):
            depth += 1
            if Self.shapes.contains(name) {
                open.append(name)
                (words, line) = ("", attributes["y"])
            } else if name == "tspan", attributes["x"] != nil {
                // Lines are apart for the eye alone; what stands beside the part before goes on with its word.
                let place = attributes["y"] ?? line
                if attributes["dy"] != nil || place != line { words += "\n" }
                line = place
            }
        case .text(let text): if !open.isEmpty, words.utf8.count < 1 << 16 { words += text }
        case .end(let name):
            depth -= 1
            guard open.last == name else { return }
            open.removeLast()
            add(words.singleLine, from: name)
            words = ""
        }
    }

    private mutating func add(_ text: String, from name: String) {
        guard !text.isEmpty else { return }
        switch name {
        // The picture's own, not that of a shape within it.
        case "title" where title == nil && depth == 1: title = text.titleText
        case "desc" where description == nil && depth == 1: description = text
        case "text":
            lines.append(text)
            length += text.utf8.count + 1
        default: break
        }
    }

    /// Its dimensions in pixels, else those of its coordinates.
    private static func size(_ attributes: [String: String]) -> PictureSize? {
        if let width = pixels(attributes["width"]), let height = pixels(attributes["height"]) {
            return PictureSize(width: width, height: height)
        }
        let box = (attributes["viewbox"] ?? "").split { $0 == " " || $0 == "," || $0.isWhitespace }
        guard box.count == 4, let width = pixels(String(box[2])), let height = pixels(String(box[3])) else {
            return nil
        }
        return PictureSize(width: width, height: height)
    }

    private static func pixels(_ text: String?) -> Int? {
        guard var text = text?.trimmed else { return nil }
        var scale = 1.0
        if let unit = units.first(where: { text.hasSuffix($0.key) }) {
            text.removeLast(unit.key.count)
            scale = unit.value
        }
        guard let number = Double(text), number * scale >= 0.5, number * scale <= 1e9 else { return nil }
        return Int((number * scale).rounded())
    }

    /// The pixels of each unit of length: CSS Values and Units, section 6.2.
    private static let units: [String: Double] = [
        "px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
    ]
}
