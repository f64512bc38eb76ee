import CarrelBasics
import CarrelStages

/// A profile whose files were read once, because a file may be a pipe.
public final class LoadedProfile: Sendable {
    private let loader: ConfigurationLoader
    private let files: [ProfileLocator.File]
    // A list, not a dictionary: there are one or two, and to find out how such a key is hashed takes longer than to
    // look at them.
    private let readings = Locked<[(assignments: [ConfigAssignment], reading: ConfigurationLoader.Reading)]>(
        [])

    init(_ loader: ConfigurationLoader, _ files: [ProfileLocator.File]) {
        (self.loader, self.files) = (loader, files)
    }

    /// The profile's configuration.
    ///
    /// The nearest layer wins: the command line, then the environment, then the files from the profile to the default.
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
        let known = readings.withLock { known in known.first { $0.assignments == assignments } }
        if let known { return known.reading }
        let reading = try loader.read(files, assignments: assignments)
        readings.withLock {
            // A page that stays open looks at any number of places; the first reading is of the profile itself.
            if $0.count == 16 { $0.remove(at: 1) }
            $0.append((assignments, reading))
        }
        return reading
    }
}
