import CarrelBasics
import CarrelModel
import CarrelStages

/// Shows what is known of a picture: its kind and dimensions, what the camera says, and what is written in it.
struct PictureView {
    var header: PictureHeader
    var bytes: Int64
    var camera = CameraFacts()
    var drawing: SVGPicture?
    /// Why it is not drawn.
    var note: String?
    var picture: Picture?
    var graphic: TerminalGraphic?

    func preview(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        var metadata = camera.metadata
        metadata["bytes"] = String(bytes)
        metadata["width"] = size.map { String($0.width) }
        metadata["height"] = size.map { String($0.height) }
        if let words = drawing?.description?.titleText { metadata["description"] = words }
        let (text, isCut) = lines.joined(separator: "\n").readable.prefix(utf8: limits.maxText)
        return Preview(
            title: drawing?.title, summary: text.isEmpty ? nil : summary.readable, text: text,
            isTruncated: isCut,
            mediaType: document.mediaType, metadata: metadata, picture: picture, graphic: graphic)
    }

    /// The dimensions as the picture is seen: some cameras only note that they were turned.
    private var size: PictureSize? {
        guard let size = drawing?.size ?? header.size else { return nil }
        return camera.isTurned ? PictureSize(width: size.height, height: size.width) : size
    }

    private var summary: String {
        header.kind + (size.map { ", \($0.width) × \($0.height) pixels" } ?? "")
    }

    private var lines: [String] {
        var lines = [summary, ByteCount(bytes).description]
        if let note { lines.append(note) }
        lines += camera.lines
        if let drawing {
            lines += [drawing.description].compactMap { $0 }
            if !drawing.lines.isEmpty { lines += [""] + drawing.lines }
        }
        return lines
    }
}
