import CarrelBasics
import CarrelStages
import Foundation

/// Reads files out of ZIP archives with bsdtar, in a child process with limits: nothing is unpacked onto the disk.
public struct ArchiveReader: Sendable {
    /// The program.
    public static let tool = "bsdtar"
    private let tools: any ToolRunner

    /// Makes a reader that runs its program with the given runner.
    public init(tools: any ToolRunner) { self.tools = tools }

    /// Reads some files of an archive.
    ///
    /// - Parameters:
    ///   - file: the archive.
    ///   - patterns: which files to read, by name: `*` stands for any characters, `/` among them.
    ///   - excluding: which of these to leave out.
    ///   - limits: how much to unpack.
    /// - Returns: the regular files that match.
    public func contents(
        of file: URL, matching patterns: [String], excluding: [String] = [],
        limits: ArchiveLimits = ArchiveLimits()
    ) async throws(ArchiveError) -> ArchiveContents {
        guard !Task.isCancelled else { throw .tool(.cancelled) }
        try Self.checkBeginning(of: file)
        // The path is absolute, so that no name is taken for an option.
        let options = patterns.map { "--include=\($0)" } + excluding.map { "--exclude=\($0)" }
        let output: ToolOutput
        do throws(ToolError) {
            output = try await tools.run(
                ToolInvocation(
                    Self.tool, ["-cf", "-", "--format=newc"] + options + ["@\(file.roomPath)"],
                    timeout: limits.timeout, outputLimit: limits.maxSize, reads: [file]))
        } catch {
            throw .tool(error)
        }
        return try Self.contents(output, of: file, limits)
    }

    private static func contents(
        _ output: ToolOutput, of file: URL, _ limits: ArchiveLimits
    ) throws(ArchiveError) -> ArchiveContents {
        if output.isTruncated {
            let size = (try? file.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey]))?.fileSize
            guard let size, output.output.count / max(1, size) < ArchiveLimits.maxRatio else {
                throw .bomb(limit: limits.maxSize)
            }
        } else if output.status != 0 {
            if output.errorText.lowercased().contains("passphrase") { throw .encrypted }
            let complaint = complaint(in: output.errorText) ?? ""
            throw .damaged(output.isCrash ? "bsdtar crashed on it" : complaint)
        }
        guard let (entries, isWhole) = CPIOStream.contents(output.output, limits: limits) else {
            throw .damaged("")
        }
        guard isWhole || output.isTruncated || entries.count >= limits.maxEntries else { throw .damaged("") }
        return ArchiveContents(entries: entries, isCut: !isWhole)
    }

    /// Reads the first header: what is not an archive is not given to the program, and what is locked would have it ask.
    private static func checkBeginning(of file: URL) throws(ArchiveError) {
        let beginning: [UInt8]
        do throws(PreviewError) {
            beginning = Array(try RegularFile.beginning(of: file, limit: 8).data)
        } catch {
            throw .unreadable(error)
        }
        let mark: [UInt8] = [0x50, 0x4B]
        guard beginning.starts(with: mark + [3, 4]) || beginning.starts(with: mark + [5, 6]) else {
            throw .notAnArchive
        }
        let isLocked = beginning.count > 6 && beginning[2] == 3 && beginning[6] & 1 != 0
        if isLocked { throw .encrypted }
    }

    /// What bsdtar says first that says something; `nil` if nothing does.
    public static func complaint(in errors: String) -> String? {
        errors.split(whereSeparator: \.isNewline).map { String($0.trimmingPrefix("bsdtar: ")).singleLine }
            .first { !$0.isEmpty && !$0.contains("(null)") && !$0.hasPrefix("Error exit delayed") }
            .map { String($0.prefix(160)) }
    }
}
