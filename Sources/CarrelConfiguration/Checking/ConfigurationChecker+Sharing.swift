import CarrelStages

/// Checks that what several machines work on is where all of them reach it.
extension ConfigurationChecker {
    /// Reports a store or records of one machine where machines share jobs: each would keep documents for itself, and the
    /// records would say that all of them are there.
    ///
    /// - Parameter plugins: the configuration of each kind.
    mutating func checkSharing(_ plugins: [PluginKind: Configuration.PluginConfiguration]) {
        guard let queue = plugins[.queue]?.use, registry.queues[queue]?.features.contains(.sharesJobs) == true
        else { return }
        let origin = plugins[.queue]?.values.first { $0.key == "use" }?.origin
        let sharing = registry.descriptions.filter { $0.features.contains(.sharesJobs) }
        let alone = registry.queues.descriptions.first { !$0.features.contains(.sharesJobs) }?.name
        let wayOut = alone.map {
            ", or --set queue.use=\($0) to read what one machine has and copy it (carrel library copy)"
        }
        for kind in [PluginKind.store, .library] {
            let key = "\(kind.rawValue).use"
            let names = sharing.filter { $0.kind == kind }.map(\.name)
            // What is wrong with the name itself was reported.
            guard let name = plugins[kind]?.use, !names.contains(name),
                !problems.contains(where: { $0.key == key })
            else { continue }
            problems.append(
                ConfigProblem(
                    origin: origin, key: key,
                    found: "“\(name)” is for one machine, and queue.use = \"\(queue)\" for several",
                    expected: names.map { "\"\($0)\"" }.joined(separator: " or ") + (wayOut ?? "")))
        }
    }
}
