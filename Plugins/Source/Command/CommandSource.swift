import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads the catalogue that a program prints, in any form that a parser reads.
///
/// The program runs anew for each reading, without a shell, and may do what the user may. What it writes to standard error
/// becomes messages of the catalogue.
public struct CommandSource: Source {
    /// The address that the program is run for; else what `location` says, or the command line.
    public let location: String

    private let program: OutsideProgram
    private let tools: any ToolRunner
    private let url: URL?
    private let base: URL
    private let maxSize: Int
    private let mediaType: MediaType?

    /// - Parameters:
    ///   - settings: the program with its limits, and the address that it is run for.
    ///   - context: runs it.
    public init(_ settings: Settings, _ context: PluginContext) throws(PluginError) {
        program = try OutsideProgram(settings, context)
        tools = context.tools
        maxSize = Int(clamping: settings[CatalogSettings.maxSize].bytes)
        mediaType = settings[CatalogSettings.mediaType].flatMap(MediaType.init)
        if program.takesURL {
            let checked = try CatalogSettings.checkedURL(settings, for: "command with {url}")
            // What the program reaches cannot be judged, only where the address is written as one.
            guard context.fetchLimits.addresses != .publicOnly || checked.mayBePublic else {
                throw PluginError(
                    setting: CatalogSettings.url.name,
                    reason: "the address \(checked.host ?? "") is not public")
            }
            (url, base, location) = (checked, checked, checked.absoluteString)
            return
        }
        guard settings[CatalogSettings.url] == nil else {
            throw PluginError(
                setting: CatalogSettings.url.name, reason: "the command has no {url} that it could stand for")
        }
        let words = settings[ProgramSettings.command]?.words ?? []
        let text =
            settings[Self.locationSetting]
            ?? "command:" + words.joined(separator: " ").percentEncoded()
        guard let named = URL(string: text), named.scheme != nil else {
            throw PluginError(setting: Self.locationSetting.name, reason: "“\(text)” is not a URL")
        }
        (url, base, location) = (nil, named, named.absoluteString)
    }

    static let locationSetting = Setting<String?>(
        "location", constraint: .ifSet(CatalogSettings.isLocation),
        help: "The URL that names the catalogue and is the base of its links, instead of the command")

    /// The plug-in.
    public static let plugin = Plugin<any Source>(
        "command", summary: "Reads the catalogue that a program prints, in any language",
        settings: ProgramSettings.all + [
            CatalogSettings.url, locationSetting, CatalogSettings.maxSize, CatalogSettings.mediaType,
        ],
        takesURLs: { $0[ProgramSettings.command]?.arguments.contains(ProgramSettings.url) == true },
        programs: { settings, context in
            settings[ProgramSettings.command].flatMap { command in
                (try? OutsideProgram.place(of: command.program, context)).map {
                    [NeededProgram($0, package: nil)]
                }
            } ?? []
        }
    ) { settings, context throws(PluginError) in try CommandSource(settings, context) }

    /// Runs the program to its end.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let output: ToolOutput
        do throws(ToolError) {
            output = try await tools.run(program.invocation(for: url, outputLimit: maxSize))
        } catch {
            guard error != .cancelled else { throw .cancelled(location) }
            throw self.error(program.failure(error), code(error))
        }
        guard !output.isTruncated else {
            throw .tooLarge(
                location, limit: Int64(maxSize),
                found: "\(program.name) printed more than \(ByteCount(Int64(maxSize)))")
        }
        // What a program printed before it failed may be a part: the rest would seem to be gone.
        if let failure = program.failure(output) { throw error(failure, .unreadable) }
        var document = CatalogDocument(
            data: output.output, mediaType: mediaType, url: base, isPublic: base.mayBePublic)
        document.messages = OutsideProgram.messages(output.errorText).map {
            CatalogProblem(place: program.name, reason: $0)
        }
        return .documents([try await document.unpacked(limit: Int64(maxSize), of: location)])
    }

    private func code(_ error: ToolError) -> SourceError.Code {
        if case .notFound = error { return .notFound }
        return .unreadable
    }

    private func error(
        _ failure: (reason: String, remedy: String), _ code: SourceError.Code
    ) -> SourceError {
        SourceError(
            code, subject: location, reason: failure.reason,
            remedy: "\(failure.remedy) (\(setting: ProgramSettings.command.name))")
    }
}
