import CarrelBasics
import CarrelHTTP
import CarrelMediaTypes
import CarrelModel
import CarrelStages
import Foundation

/// Shows the kind, dimensions and size of pictures, and the picture itself where that is asked for.
public struct ImagePreviewer: Previewer {
    private let drawing: PictureDrawing
    private let maxPixels: Int
    private let maxSize: ByteCount

    /// Makes a previewer that runs its program with the given runner.
    public init(tools: any ToolRunner) { self.init(Settings(), tools: tools) }

    init(_ settings: Settings, tools: any ToolRunner) {
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
        summary: "Shows the kind and dimensions of pictures, and draws them on terminals, with chafa",
        settings: [maxPixelsSetting, maxSizeSetting]
    ) { settings, context in ImagePreviewer(settings, tools: context.tools) }

    // As much as libmagic itself reads: the dimensions of a photograph come after its embedded small picture.
    private static let beginning = 1 << 20

    /// Reads the header, then has the picture drawn if one is asked for.
    ///
    /// A picture that cannot be drawn still has its dimensions; the text says why there is no drawing.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        let (beginning, isWhole) = try RegularFile.beginning(
            of: file, limit: min(Self.beginning, limits.maxRead))
        guard !Task.isCancelled else { throw PreviewError(.cancelled, file: file, reason: "cancelled") }
        guard !beginning.isEmpty || !isWhole else {
            throw PreviewError(
                .malformed, file: file, reason: "the file is empty", remedy: "Download it again")
        }
        let description = try ContentDescription(ofBeginning: beginning)
        guard let header = PictureHeader(description, beginning: beginning) else {
            let found = description.mediaType.map { ", its content is \($0.essence)" } ?? ""
            throw PreviewError(
                .malformed, file: file, reason: "the file is not a picture\(found)".singleLine,
                remedy: "Download it again, or look at it with carrel open")
        }
        let bytes = isWhole ? Int64(beginning.count) : Self.size(of: file)

        var picture: Picture?
        var note: String?
        if let limit = limits.picture {
            switch try await draw(document.file, header, bytes, limit, limits.timeout) {
            case .drawn(let drawn): picture = drawn
            case .undrawn(let reason): note = "Not drawn: \(reason)"
            }
        }
        return show(header, bytes, note, picture, document, limits)
    }

    private func draw(
        _ file: URL, _ header: PictureHeader, _ bytes: Int64, _ limit: PictureSize, _ timeout: Duration
    ) async throws(PreviewError) -> PictureDrawing.Outcome {
        guard header.isDrawable else { return .undrawn("pictures of this kind are not drawn") }
        // Without dimensions nobody knows how much memory it takes to decode.
        guard let size = header.size else { return .undrawn("its dimensions cannot be read") }
        guard size.pixelCount <= maxPixels else {
            return .undrawn("more pixels than preview.image.max-pixels allows, \(maxPixels)")
        }
        guard ByteCount(bytes) <= maxSize else {
            return .undrawn("larger than preview.image.max-size allows, \(maxSize)")
        }
        return try await drawing.draw(file, size: size, limit: limit, timeout: timeout)
    }

    private func show(
        _ header: PictureHeader, _ bytes: Int64, _ note: String?, _ picture: Picture?,
        _ document: PreviewDocument, _ limits: PreviewLimits
    ) -> Preview {
        var title = header.kind
        var metadata = ["bytes": String(bytes)]
        if let size = header.size {
            title += ", \(size.width) × \(size.height) pixels"
            metadata["width"] = String(size.width)
            metadata["height"] = String(size.height)
        }
        let lines = [title, "\(bytes) byte\(bytes == 1 ? "" : "s")", note].compactMap { $0 }
        let (text, isCut) = lines.joined(separator: "\n").readable.prefix(utf8: limits.maxText)
        return Preview(
            summary: text.isEmpty ? nil : title.readable, text: text, isTruncated: isCut,
            mediaType: document.mediaType, metadata: metadata, picture: picture)
    }

    private static func size(of file: URL) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: file.resolvingSymlinksInPath().path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}
