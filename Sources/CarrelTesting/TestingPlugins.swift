import CarrelStages

/// The fakes as plug-ins, so that a profile can name them.
public enum TestingPlugins {
    /// Adds `fixed`, `scripted` and `memory` to a registry.
    ///
    /// With them a whole run needs no network, no disk and, with a `ManualClock` in the context, no time.
    public static func register(in registry: inout PluginRegistry) {
        registry.sources.register(FixedSource.plugin)
        registry.fetchers.register(ScriptedFetcher.plugin)
        registry.stores.register(InMemoryStore.plugin)
    }
}
