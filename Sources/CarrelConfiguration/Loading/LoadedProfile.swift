import CarrelBasics
import CarrelStages

/// A profile whose files were read once, because a file may be a pipe.
public final class LoadedProfile: Sendable {
    private let loader: ConfigurationLoader
    private let files: [ProfileLocator.File]
    private let readings = Locked<[[ConfigAssignment]: ConfigurationLoader.Reading]>([:])

    init(_ loader: ConfigurationLoader, _ files: [ProfileLocator.File]) {
        (self.loader, self.files) = (loader, files)
    }

    /// The profile's configuration, with the environment and the command line.
    ///
    /// - Parameter assignments: what `--set` and options that stand for it give; a later one wins.
    /// - Returns: the checked configuration.
    /// - Throws: `ConfigurationError` with every problem of every layer and every catalogue.
    public func configuration(
        _ assignments: [ConfigAssignment] = []
    ) throws(ConfigurationError) -> Configuration {
        let reading = try reading(assignments)
        guard reading.problems.isEmpty else { throw ConfigurationError(inReadingOrder: reading.problems) }
        return reading.configuration
    }

    /// The plug-ins that it can use.
    var registry: PluginRegistry { loader.registry }

    func reading(_ assignments: [ConfigAssignment]) throws(ConfigurationError) -> ConfigurationLoader.Reading
    {
        if let known = readings.withLock({ $0[assignments] }) { return known }
        let reading = try loader.read(files, assignments: assignments)
        readings.withLock { $0[assignments] = reading }
        return reading
    }
}
