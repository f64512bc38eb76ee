import CarrelBasics
import CarrelHTTP
import CarrelTesting

/// Counts how many exchanges are under way at once; each gives way to others.
struct BusyFetcher: Fetcher {
    let fetcher: ScriptedFetcher
    let counts = Locked((now: 0, most: 0))

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
        defer { counts.withLock { $0.now -= 1 } }
        for _ in 0..<100 { await Task.yield() }
        try await fetcher.exchange(request, into: sink)
    }
}
