import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// A small picture of a picture, with vipsthumbnail.
extension ImagePreviewer: Thumbnailer {
    private static let tool = "vipsthumbnail"
    private static let memory = 1 << 30

    /// Makes the picture smaller; a small one is not enlarged.
    public func thumbnail(
        of document: PreviewDocument, _ request: ThumbnailRequest, limits: PreviewLimits
    ) async throws(PreviewError) -> Data {
        let file = document.file
        try RegularFile.require(file)
        let size = try modestHeader(document, limits)?.size
        // Where it may only shrink, libvips takes far too small a copy out of a picture that holds several.
        let isLarger = size.map { max($0.width, $0.height) > request.size } ?? false
        // Square brackets after a name are options to vips, and belong to no name here.
        let arguments = [
            file.roomPath + "[]", "-s", "\(request.size)x\(request.size)\(isLarger ? "" : ">")", "-o", ".png",
        ]
        let output = try await tools.run(
            ToolInvocation(
                Self.tool, arguments, timeout: limits.timeout, outputLimit: PNGFile.maxSize,
                memoryLimit: Self.memory, reads: [file]),
            on: file, package: "libvips-tools")
        guard output.status == 0, PNGFile.isWhole(output.output) else {
            throw PreviewError.needsOtherProgram(
                file, "\(Self.tool) cannot draw it: it is damaged, or of an unknown kind")
        }
        return output.output
    }

    /// What the beginning tells; refuses what would take too much to decode.
    ///
    /// Kinds whose dimensions nobody reads have the limits of the program alone.
    private func modestHeader(
        _ document: PreviewDocument, _ limits: PreviewLimits
    ) throws(PreviewError) -> PictureHeader? {
        let file = document.file
        let beginning = try RegularFile.beginning(of: file, limit: min(Self.beginning, limits.maxRead)).data
        // Whether it is a picture is for the program to say.
        guard let (header, window) = try? header(beginning, of: document) else { return nil }
        guard header.isDrawable,
            let reason = excess(header, bytes: Int64(window?.size ?? beginning.count))
        else { return header }
        throw PreviewError(
            .unsupported, file: file, reason: "not drawn: \(reason)", remedy: "Open it with another program")
    }
}
