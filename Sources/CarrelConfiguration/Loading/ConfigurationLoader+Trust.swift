import CarrelBasics
import CarrelStages
import Foundation

/// Asks for trust in a profile that was found in the current folder.
extension ConfigurationLoader {
    /// What a profile needs to be trusted with.
    public struct TrustQuestion: Sendable {
        /// The profile's path.
        public var profile: String
        /// What it may do once it is trusted, in the order of the files.
        public var grants: [ProfileGrant]
        /// Whether it is trusted now.
        public var state: TrustedProfiles.State
        /// Reasons not to trust it: files that belong to others, or that anybody can change.
        public var doubts: [String]
        /// The profile as it was read for the question, and the profiles of its folder that it extends.
        let files: [ProfileLocator.File]
    }

    /// What the profile of the current folder needs to be trusted with; `nil` if there is none.
    ///
    /// - Throws: `ConfigurationError` if it cannot be read or parsed.
    public func trustQuestion() throws(ConfigurationError) -> TrustQuestion? {
        let files = try locator.files(config: nil, profile: nil)
        guard let profile = files.first, profile.isFound else { return nil }
        return question(about: files)
    }

    /// What a profile that was found needs to be trusted with, in any environment.
    func question(about files: [ProfileLocator.File]) -> TrustQuestion {
        var question = question(files, read(files))
        // Variables that override the profile today may be missing tomorrow.
        let bare = read(files, environment: ConfigLayer())
        question.grants += grants(files, bare).filter { !question.grants.contains($0) }
        return question
    }

    /// Trusts a profile as it was when the question was asked.
    ///
    /// - Throws: the system's error.
    public func trust(_ question: TrustQuestion) throws { try locator.trusted.trust(question.files) }

    /// The problems of a profile that is not trusted: one for each power that it asks for.
    func trustProblems(_ files: [ProfileLocator.File], _ reading: Reading) -> [ConfigProblem] {
        // Most ask for nothing, and whether they are trusted takes a file to find out.
        guard files.first?.isFound == true, !grants(files, reading).isEmpty else { return [] }
        let question = question(files, reading)
        guard question.state != .trusted else { return [] }
        let since = question.state == .changed ? "it has changed since it was trusted" : "it is not trusted"
        let reasons = ([since] + question.doubts).joined(separator: ", ")
        return question.grants.map { grant in
            ConfigProblem(
                origin: grant.origin, key: grant.key,
                found: "\(question.files[0].subject) may not \(grant.power): \(reasons). "
                    + question.files[0].remedy)
        }
    }

    private func question(_ files: [ProfileLocator.File], _ reading: Reading) -> TrustQuestion {
        let found = files.filter(\.isFound)
        let grants = grants(files, reading)
        return TrustQuestion(
            profile: files[0].name, grants: grants, state: locator.trusted.state(of: found),
            doubts: grants.isEmpty ? [] : found.compactMap(Self.doubt), files: found)
    }

    private static func doubt(_ file: ProfileLocator.File) -> String? {
        var status = stat()
        guard stat(file.name, &status) == 0 else { return nil }
        let name = URL(filePath: file.name).lastPathComponent
        if status.st_uid != geteuid() { return "\(name) belongs to another user (\(status.st_uid))" }
        return status.st_mode & S_IWOTH != 0 ? "anybody can change \(name)" : nil
    }

    // MARK: What it would do

    private func grants(_ files: [ProfileLocator.File], _ reading: Reading) -> [ProfileGrant] {
        let names = Set(files.lazy.filter(\.isFound).map(\.name))
        let context = PluginContext(
            workingDirectory: pathsBegin ?? locator.workingDirectory, environment: environment)
        var grants = files.compactMap(\.extendsOther)
        for configuration in reading.all {
            for table in configuration.tables {
                for value in table.content.values where value.origin.isIn(names) {
                    guard let power = value.power,
                        countsAllFiles
                            || power.goesBeyond(locator.workingDirectory, resolve: { context.file($0) })
                    else { continue }
                    grants.append(
                        ProfileGrant(
                            origin: value.origin, key: "\(table.name).\(value.key)", power: power))
                }
            }
            grants += Self.grantOfEnvironment(configuration, names)
        }
        return grants.uniqued()
    }

    /// The grants for credentials from the environment, which go to the place that the profile names.
    private static func grantOfEnvironment(
        _ configuration: Configuration, _ names: Set<String>
    ) -> [ProfileGrant] {
        let source = configuration[.source].values
        guard let place = source.first(where: { $0.key.hasSuffix("url") && $0.origin.isIn(names) })
        else {
            return []
        }
        let credentials = CredentialSettings.ofCatalog.map(\.name)
        let secrets =
            configuration[.download].values.filter { credentials.contains($0.key) }
            + source.filter { $0.key == StageSettings.key.name }
        return secrets.compactMap { value in
            guard case .environment(let variable) = value.origin, value.text != nil else { return nil }
            return ProfileGrant(
                origin: place.origin, key: "source.\(place.key)", power: .other("get what \(variable) names"))
        }
    }
}

extension ConfigOrigin {
    /// Whether it is in one of these files.
    fileprivate func isIn(_ names: Set<String>) -> Bool { fileName.map(names.contains) ?? false }
}
