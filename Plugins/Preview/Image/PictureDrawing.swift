import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Makes a small picture with chafa, in a child process with limits on time, memory and output.
struct PictureDrawing {
    let tools: any ToolRunner

    /// The most pixels of a picture that surely has enough memory.
    private static let surePixels = 1 << 26

    /// The most memory that chafa may take for a picture of these dimensions: a header that lies about them ends there.
    private static func memory(for size: PictureSize) -> Int {
        min(1 << 30, 128 << 20 + 16 * min(size.pixelCount, surePixels))
    }

    /// What became of a drawing.
    enum Outcome {
        case drawn(Picture)
        case graphic(TerminalGraphic)
        /// There is none, for this reason.
        case undrawn(String)
    }

    private static func format(_ form: PictureForm) -> [String] {
        switch form {
        case .blocks: ["--format=symbols", "--symbols=vhalf"]
        // Cells as high as they are wide, so that pixels keep their shape.
        case .kitty: ["--format=kitty", "--font-ratio=1/1"]
        case .iterm: ["--format=iterm", "--font-ratio=1/1"]
        case .sixel: ["--format=sixels", "--font-ratio=1/1"]
        }
    }

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - file: the picture.
    ///   - size: its own dimensions: it is not enlarged.
    ///   - limit: the largest drawing.
    ///   - form: what the drawing is made of.
    ///   - timeout: the longest time.
    /// - Returns: the drawing, or why there is none.
    /// - Throws: `PreviewError` with code `.cancelled`.
    func draw(
        _ file: URL, size: PictureSize, limit: PictureSize, form: PictureForm = .blocks, timeout: Duration
    ) async throws(PreviewError) -> Outcome {
        guard limit.width >= 1, limit.height >= 2 else { return .undrawn("there is no room for it") }
        // Pictures that are to be turned by a quarter have their width and height exchanged: both get room for either.
        let side = max(size.width, size.height)
        let isBlocks = form == .blocks
        let cell = GraphicReader.cell
        let columns = isBlocks ? min(limit.width, side, 1000) : min(limit.width, side + cell - 1) / cell
        let lines =
            isBlocks ? min(limit.height / 2, (side + 1) / 2, 1000) : min(limit.height, side + cell - 1) / cell
        guard columns > 0, lines > 0, columns * cell <= TerminalGraphic.maxSide || isBlocks,
            lines * cell <= TerminalGraphic.maxSide || isBlocks
        else { return .undrawn("there is no room for it") }
        let path = file.absoluteURL.standardizedFileURL.path
        let arguments =
            Self.format(form) + [
                "--colors=full", "--optimize=0", "--animate=off", "--threads=1", "--size=\(columns)x\(lines)",
                "--",
                path,
            ]
        // Four bytes for each pixel, in base 64.
        let outputLimit = columns * lines * (isBlocks ? 64 : cell * cell * 6) + 4096
        let memory = Self.memory(for: size)
        let output: ToolOutput
        do throws(ToolError) {
            output = try await tools.run(
                ToolInvocation(
                    "chafa", arguments, timeout: timeout, outputLimit: outputLimit,
                    memoryLimit: memory, reads: [file]))
        } catch {
            switch error {
            case .cancelled: throw PreviewError(.cancelled, file: file, reason: "cancelled")
            case .timedOut(_, let time): return .undrawn("it takes longer than \(time.durationText)")
            case .tooManyProcesses: return .undrawn("chafa started other programs")
            case .outOfMemory(_, let limit):
                return .undrawn("chafa needed more than \(ByteCount(Int64(limit))) of memory")
            case .notFound: return .undrawn("the program chafa is not installed (apt-get install chafa)")
            case .notStarted(_, let reason):
                return .undrawn("the program chafa could not be started: \(reason)")
            }
        }
        if output.status == 0, !output.isTruncated, !isBlocks {
            let most = PictureSize(width: columns * cell, height: lines * cell)
            if let graphic = GraphicReader.graphic(output.output, form, limit: most) {
                return .graphic(graphic)
            }
        }
        guard output.status == 0, !output.isTruncated, isBlocks,
            let picture = CellReader.picture(output.output, columns: columns, lines: lines)
        else {
            // Where chafa gets no memory it takes the picture for one of an unknown kind.
            return .undrawn(
                size.pixelCount > Self.surePixels
                    ? "chafa cannot read it with \(ByteCount(Int64(memory))) of memory"
                    : "chafa cannot read it: it is damaged")
        }
        return .drawn(picture)
    }
}
