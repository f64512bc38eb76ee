import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// Tells what sound and film are made of, with ffprobe in a locked room.
public struct MediaPreviewer: Previewer {
    private let tools: any ToolRunner

    /// Makes a previewer that runs its program with the given runner.
    public init(tools: any ToolRunner) { self.tools = tools }

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "media", summary: "Tells length, codecs, chapters and tags of sound and film, with ffprobe",
        revision: 3, programs: { _, _ in [NeededProgram(tool, package: "ffmpeg")] }
    ) { _, context in MediaPreviewer(tools: context.tools) }

    private static let tool = "ffprobe"
    private static let options = [
        "-v", "error", "-protocol_whitelist", "file", "-print_format", "json=compact=1", "-show_format",
        "-show_streams", "-show_chapters",
    ]

    /// Asks ffprobe about the file.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        try RegularFile.require(file)
        try document.checkCancelled()
        // The path is absolute, so that no name is taken for an option or a protocol.
        let output = try await tools.run(
            ToolInvocation(
                Self.tool, Self.options + ["-i", file.roomPath], timeout: limits.timeout,
                outputLimit: 4 << 20, reads: [file]),
            on: file, package: "ffmpeg")
        guard output.status == 0, !output.isTruncated, let json = try? JSONDocument(output.output),
            let facts = MediaFacts(json.root)
        else {
            guard document.mediaType.essence != "audio/midi" else {
                throw PreviewError(.unsupported, file: file, reason: "MIDI holds notes, and not sound")
            }
            guard !MediaEnd.isMissing(of: file) else {
                throw PreviewError.damaged(file, "the file is incomplete: its end is missing")
            }
            let why = output.isCrash && !output.isTruncated ? ": ffprobe crashed on it" : ""
            throw PreviewError.wrongKind(file, "no sound or film can be found in the file\(why)")
        }
        var preview = MediaView(facts: facts).preview(document, limits)
        if MediaEnd.isMissing(of: file) {
            preview.notes.append("The file is incomplete: its end is missing. Download it again")
        }
        return preview
    }
}
