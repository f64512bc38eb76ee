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

    /// Draws a picture of these dimensions, which is not enlarged, or says why it does not.
    func draw(
        _ file: URL, size: PictureSize, limit: PictureSize, form: PictureForm = .blocks, timeout: Duration
    ) async throws(PreviewError) -> Outcome {
        guard let grid = Grid(for: size, within: limit, form) else {
            return .undrawn("there is no room for it")
        }
        let memory = Self.memory(for: size)
        let output: ToolOutput
        do throws(ToolError) {
            output = try await tools.run(
                ToolInvocation(
                    "chafa", Self.arguments(file, grid, form), timeout: timeout,
                    outputLimit: grid.outputLimit, memoryLimit: memory, reads: [file]))
        } catch {
            if case .cancelled = error { throw PreviewError.cancelled(file) }
            return .undrawn(Self.reason(error))
        }
        if output.status == 0, !output.isTruncated,
            let outcome = Self.read(output, grid, form)
        {
            return outcome
        }
        // Where chafa gets no memory it takes the picture for one of an unknown kind.
        return .undrawn(
            size.pixelCount > Self.surePixels
                ? "chafa cannot read it with \(ByteCount(Int64(memory))) of memory"
                : "chafa cannot read it: it is damaged")
    }

    /// The columns and lines that a drawing gets.
    private struct Grid {
        let columns: Int
        let lines: Int
        /// The most bytes of a drawing.
        let outputLimit: Int

        /// Chooses them; `nil` if there is no room for the drawing.
        init?(for size: PictureSize, within limit: PictureSize, _ form: PictureForm) {
            guard limit.width >= 1, limit.height >= 2 else { return nil }
            // Pictures that are to be turned by a quarter have their width and height exchanged: both get room for either.
            let side = max(size.width, size.height)
            let isBlocks = form == .blocks
            let cell = GraphicReader.cell
            columns = isBlocks ? min(limit.width, side, 1000) : min(limit.width, side + cell - 1) / cell
            lines =
                isBlocks
                ? min(limit.height / 2, (side + 1) / 2, 1000) : min(limit.height, side + cell - 1) / cell
            guard columns > 0, lines > 0, columns * cell <= TerminalGraphic.maxSide || isBlocks,
                lines * cell <= TerminalGraphic.maxSide || isBlocks
            else { return nil }
            // Four bytes for each pixel, in base 64.
            outputLimit = columns * lines * (isBlocks ? 64 : cell * cell * 6) + 4096
        }
    }

    private static func arguments(_ file: URL, _ grid: Grid, _ form: PictureForm) -> [String] {
        format(form) + [
            "--colors=full", "--optimize=0", "--animate=off", "--threads=1",
            "--size=\(grid.columns)x\(grid.lines)", "--", file.absoluteURL.standardizedFileURL.path,
        ]
    }

    /// Why chafa drew nothing.
    private static func reason(_ error: ToolError) -> String {
        switch error {
        case .cancelled: "cancelled"
        case .timedOut(_, let time): "it takes longer than \(time.durationText)"
        case .tooManyProcesses: "chafa started other programs"
        case .outOfMemory(_, let limit): "chafa needed more than \(ByteCount(Int64(limit))) of memory"
        case .notFound: "the program chafa is not installed (apt-get install chafa)"
        case .notStarted(_, let reason): "the program chafa could not be started: \(reason)"
        }
    }

    /// The drawing that chafa printed; `nil` if it is not one.
    private static func read(_ output: ToolOutput, _ grid: Grid, _ form: PictureForm) -> Outcome? {
        guard form != .blocks else {
            return CellReader.picture(output.output, columns: grid.columns, lines: grid.lines)
                .map(Outcome.drawn)
        }
        let cell = GraphicReader.cell
        let most = PictureSize(width: grid.columns * cell, height: grid.lines * cell)
        return GraphicReader.graphic(output.output, form, limit: most).map(Outcome.graphic)
    }
}
