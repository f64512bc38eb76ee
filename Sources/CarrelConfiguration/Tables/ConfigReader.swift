import CarrelStages

/// Reads the syntax of config files; what the values mean is checked later.
public protocol ConfigReader: Sendable {
    /// Parses a file's text.
    ///
    /// - Parameters:
    ///   - text: the content.
    ///   - file: the name of the file in messages.
    /// - Returns: the root table.
    /// - Throws: `ConfigurationError` with the place of the first syntax error.
    func read(_ text: String, file: String) throws(ConfigurationError) -> ConfigTable
}
