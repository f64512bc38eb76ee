import CarrelBasics
import CarrelModel
import CarrelStages

/// Shows what is known of a picture: its kind and dimensions, what the camera says, and what is written in it.
struct PictureView {
    var header: PictureHeader
    var bytes: Int64
    var camera = CameraFacts()
    var drawing: SVGPicture?
    /// Whether what is written in it was not read to its end.
    var isCut = false
    /// How many pages a scan has; it is the first of them.
    var pages: Int?
    /// Whether there may be more pages than were counted.
    var hasMorePages = false
    /// Whether its end is missing.
    var isDamaged = false
    /// Why it is not drawn.
    var note: String?
    var picture: Picture?
    var graphic: TerminalGraphic?

    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        var metadata = camera.metadata
        metadata["bytes"] = String(bytes)
        metadata["width"] = size.map { String($0.width) }
        metadata["height"] = size.map { String($0.height) }
        if let description { metadata["description"] = description }
        let facts = facts.joined(separator: "\n").readable
        let (text, isCut) = ([facts] + written).joined(separator: "\n").readable.prefix(
            utf8: limits.maxText)
        var preview = Preview(
            title: drawing?.title, summary: text.isEmpty ? nil : summary.readable, text: text,
            isTruncated: isCut || self.isCut,
            mediaType: document.mediaType, metadata: metadata, picture: picture, graphic: graphic)
        if isDamaged {
            preview.notes.append("The picture is incomplete: its end is missing. Download it again")
        }
        preview.factsEnd = min(facts.utf8.count, text.utf8.count)
        return preview
    }

    /// The dimensions as the picture is seen: some cameras only note that they were turned.
    private var size: PictureSize? {
        guard let size = drawing?.size ?? header.size else { return nil }
        return camera.isTurned ? PictureSize(width: size.height, height: size.width) : size
    }

    private var summary: String {
        let count =
            pages.flatMap { $0 > 1 ? ", the first of \(hasMorePages ? "more than " : "")\($0) pages" : nil }
            ?? ""
        return header.kind + (size.map { ", \($0.width) × \($0.height) pixels" } ?? "") + count
    }

    private var facts: [String] {
        var facts = [summary, ByteCount(bytes).description]
        if let note { facts.append(note) }
        facts += camera.lines
        if let description { facts.append(description) }
        return facts
    }

    /// What a drawing says of itself, if it is short enough for a fact.
    private var description: String? {
        drawing?.description.flatMap { $0 == $0.titleText ? $0 : nil }
    }

    /// A longer description of a drawing, and what is written in it, after an empty line.
    private var written: [String] {
        guard let drawing else { return [] }
        let long = description == nil ? drawing.description : nil
        let lines = [long].compactMap(\.self) + drawing.lines
        return lines.isEmpty ? [] : [""] + lines
    }
}
