import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import CurlFetching
import Foundation
import S3Storing
import Testing

/// Stores over a real object store, each with a folder of its own in one bucket.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"))
struct S3StoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: StoreConformance.checks(for: StorePart.all))
    func `a store in a bucket keeps the promises of a store`(
        check: ConformanceCheck<any Store>
    ) async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        try await check.run {
            S3Store(client: client, prefix: TestBucket.newPrefix(), folder: folder.url)
        }
    }
}
