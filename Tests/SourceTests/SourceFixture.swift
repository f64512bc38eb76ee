import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation

@testable import SourcePlugins

let catalogURL = "http://catalog.example/notes.json?year=2012&term=1"

extension PluginContext {
    /// Surroundings in which nothing is real.
    static func test(
        fetcher: any Fetcher = AnsweringFetcher { _ in .init(404) }, input: String = ""
    ) -> PluginContext {
        var context = PluginContext(clock: ManualClock(.autoAdvancing), environment: [:])
        context.fetcher = { fetcher }
        context.standardInput = { limit in
            guard input.utf8.count <= limit else { throw InputFile.Failure.tooLarge(limit: limit) }
            return Data(input.utf8)
        }
        return context
    }
}

extension Plugin where Product == any Source {
    /// Makes the source from settings as a config file would write them, all of them strings.
    func make(_ texts: [String: String], _ context: PluginContext = .test()) throws -> any Source {
        var values: [String: any Sendable] = [:]
        for (name, text) in texts {
            values[name] = settings.first { $0.name == name }?.decode(.string(text))
        }
        return try make(Settings(values), context)
    }
}

extension Source {
    /// The bytes of the first document as text.
    func text(after validators: Validators? = nil) async throws -> String? {
        guard case .documents(let documents) = try await read(after: validators) else { return nil }
        return documents.first.map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// The first document of a reading without validators.
    func document() async throws -> CatalogDocument? {
        guard case .documents(let documents) = try await read(after: nil) else { return nil }
        return documents.first
    }

    /// The error of a reading.
    func readingError() async -> SourceError? {
        do {
            _ = try await read(after: nil)
            return nil
        } catch {
            return error
        }
    }
}
