import CarrelConfiguration
import CarrelProfiles
import CarrelStages
import CarrelStandard
import CarrelTOML
import CarrelTesting
import Foundation

extension Harness {
    static let toml = Harness("toml") { data in
        let text = String(decoding: data, as: UTF8.self)
        guard let table = try table(text) else { return }
        try requireEqual(try Self.table(text).map { "\($0)" }, "\(table)", "the second table")
        try check(.table(table), text)
    }

    /// A profile over the shipped ones, as `carrel config show` reads it.
    static let config = Harness("config") { data in
        let text = String(decoding: data, as: UTF8.self)
        var loader = Standard.loader(
            environment: ["HOME": "/nowhere"], workingDirectory: URL(filePath: "/nowhere"))
        loader.locator.shipped["fuzzed"] = text
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try loader.profile(profile: "fuzzed").configuration()
        } catch {
            try check(error, text, file: "fuzzed (shipped)")
            return
        }
        try requireEqual(configuration.files.first, "fuzzed (shipped)", "the file that is read first")
    }

    private static func table(_ text: String) throws -> ConfigTable? {
        do throws(ConfigurationError) {
            return try TOMLReader().read(text, file: "FILE")
        } catch {
            try check(error, text, file: "FILE")
            return nil
        }
    }

    private static func check(_ error: ConfigurationError, _ text: String, file: String) throws {
        try require(!error.problems.isEmpty, "an error has a problem")
        for problem in error.problems {
            try requireLine(problem.description, "a problem")
            try check(problem.origin, text, file: file)
        }
    }

    private static func check(_ origin: ConfigOrigin?, _ text: String, file: String) throws {
        guard case .file(file, let line, let column)? = origin else { return }
        try requirePlace(line: line, column: column, in: text, "the origin")
    }

    private static func check(_ value: ConfigValue, _ text: String) throws {
        switch value {
        case .array(let values): for value in values { try check(value, text) }
        case .table(let table):
            for entry in table.entries {
                try check(entry.origin, text, file: "FILE")
                try check(entry.value, text)
            }
        default: break
        }
    }
}
