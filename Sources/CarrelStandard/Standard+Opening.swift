import CarrelBasics
import CarrelOpening
import Foundation

extension Standard {
    /// Opens libraries with everything that comes with Carrel.
    ///
    /// - Parameters:
    ///   - options: what the person says about the library.
    ///   - environment: the environment's variables.
    ///   - workingDirectory: where `carrel.toml` is looked for.
    ///   - tell: gets what is worth a sentence, on any thread.
    /// - Returns: the opener; nothing is read yet.
    public static func opener(
        _ options: LibraryOpener.Options = LibraryOpener.Options(),
        environment: [String: String] = ProcessEnvironment.variables,
        workingDirectory: URL = URL(filePath: FileManager.default.currentDirectoryPath),
        tell: @escaping @Sendable (OpeningNotice) -> Void = { _ in }
    ) -> LibraryOpener {
        LibraryOpener(
            options,
            LibraryOpener.Surroundings(
                loader: loader(environment: environment, workingDirectory: workingDirectory),
                registry: registry, context: makeContext(), makeDetector: makeMediaTypeDetector),
            tell: tell)
    }
}
