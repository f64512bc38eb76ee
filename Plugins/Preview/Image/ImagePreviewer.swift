import CarrelBasics
import CarrelHTTP
import CarrelMediaTypes
import CarrelModel
import CarrelStages
import Foundation

/// Shows the kind, dimensions and size of pictures and what the camera says of them, and the picture itself where that is
/// asked for.
public struct ImagePreviewer: Previewer {
    let tools: any ToolRunner
    private let drawing: PictureDrawing
    private let maxPixels: Int
    private let maxSize: ByteCount

    /// Makes a previewer that runs its program with the given runner.
    public init(_ settings: Settings = Settings(), tools: any ToolRunner) {
        self.tools = tools
        drawing = PictureDrawing(tools: tools)
        maxPixels = settings[Self.maxPixelsSetting]
        maxSize = settings[Self.maxSizeSetting]
    }

    static let maxPixelsSetting = Setting<Int>(
        "max-pixels", default: 100_000_000, constraint: .within(1...300_000_000),
        help: "The most pixels of a picture that is drawn")
    static let maxSizeSetting = Setting<ByteCount>(
        "max-size", default: ByteCount(256 << 20), help: "The largest file of a picture that is drawn")

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "image",
        summary:
            "Shows kind, dimensions, camera and place of pictures, and draws them on terminals, with chafa",
        settings: [maxPixelsSetting, maxSizeSetting], revision: 9,
        programs: { _, _ in
            [
                NeededProgram("chafa", package: "chafa", for: "pictures on terminals"),
                NeededProgram("vipsthumbnail", package: "libvips-tools", for: "thumbnails"),
            ]
        }
    ) { settings, context in ImagePreviewer(settings, tools: context.tools) }

    // As much as libmagic itself reads: the dimensions of a photograph come after its embedded small picture.
    static let beginning = 1 << 20
    // Drawings beyond it are maps and the like, whose beginning says enough.
    private static let maxDrawing = 16 << 20

    /// Reads the header, then has the picture drawn if one is asked for.
    ///
    /// A picture that cannot be drawn still has its dimensions; the text says why there is no drawing.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        let (beginning, isWhole) = try RegularFile.beginning(
            of: file, limit: min(Self.beginning, limits.maxRead))
        try document.checkCancelled()
        guard !beginning.isEmpty || !isWhole else { throw PreviewError.empty(file) }
        let (header, window) = try header(beginning, of: document)
        var view = PictureView(
            header: header, bytes: isWhole ? Int64(beginning.count) : Int64(window?.size ?? 0))
        if let window { view.camera = CameraFacts(of: window) }
        if header.kind == "SVG" {
            let limit = min(Self.maxDrawing, limits.maxRead)
            let (data, isRead) = try RegularFile.beginning(of: file, limit: limit)
            let (source, isWhole) = SVGPicture.unpacked(data, limit: limit)
            view.drawing = SVGPicture(
                source, charset: document.mediaType.charset, maxText: limits.maxText,
                until: ContinuousClock.now + limits.timeout)
            guard let drawing = view.drawing else { throw Self.noPicture(file, "") }
            view.isCut = drawing.isCut || !isRead || !isWhole
        }
        if header.kind == "TIFF", let window {
            view.pages = TIFFTags(window, at: 0)?.pageCount()
            view.hasMorePages = window.isSpent
        }
        view.isDamaged = PictureEnd.isMissing(of: file, kind: header.kind)
        if let limit = limits.picture {
            switch try await draw(document.file, header, view.bytes, limit, limits) {
            case .drawn(let drawn): view.picture = drawn
            case .graphic(let graphic): view.graphic = graphic
            case .undrawn(let reason): view.note = "Not drawn: \(reason)"
            }
        }
        return view.preview(document, limits)
    }

    /// What the beginning tells; libmagic does not know the youngest kinds.
    func header(
        _ beginning: Data, of document: PreviewDocument
    ) throws(PreviewError) -> (header: PictureHeader, window: FileWindow?) {
        let file = document.file
        let window = FileWindow(file)
        if let window, let header = FurtherHeader.read(window) { return (header, window) }
        let description = try ContentDescription(ofBeginning: beginning)
        if let header = PictureHeader(description, beginning: beginning) { return (header, window) }
        if ["image/svg+xml", "image/svg+xml-compressed"].contains(document.mediaType.essence) {
            return (PictureHeader("SVG", nil, isDrawable: false), window)
        }
        throw Self.noPicture(file, description.mediaType.map { ", its content is \($0.essence)" } ?? "")
    }

    private static func noPicture(_ file: URL, _ found: String) -> PreviewError {
        .wrongKind(file, "the file is not a picture\(found)".singleLine)
    }

    private func draw(
        _ file: URL, _ header: PictureHeader, _ bytes: Int64, _ limit: PictureSize, _ limits: PreviewLimits
    ) async throws(PreviewError) -> PictureDrawing.Outcome {
        guard header.isDrawable else { return .undrawn("pictures of this kind are not drawn") }
        if let reason = excess(header, bytes: bytes) { return .undrawn(reason) }
        guard let size = header.size else { return .undrawn("its dimensions cannot be read") }
        return try await drawing.draw(
            file, size: size, limit: limit, form: limits.pictureForm, timeout: limits.timeout)
    }

    /// Why a picture is not decoded; `nil` if it is.
    func excess(_ header: PictureHeader, bytes: Int64) -> String? {
        // Without dimensions nobody knows how much memory it takes to decode.
        guard let size = header.size else { return "its dimensions cannot be read" }
        guard size.pixelCount <= maxPixels else {
            return "more pixels than preview.image.max-pixels allows, \(maxPixels)"
        }
        return ByteCount(bytes) <= maxSize ? nil : "larger than preview.image.max-size allows, \(maxSize)"
    }
}
