import CarrelBasics
import CarrelHTTP
import CarrelS3
import Foundation

/// A bucket in the object store that the tests of a process share.
public struct TestBucket: Sendable {
    /// Where it is.
    public let place: S3Bucket
    private let fetcher: any Fetcher

    private static let made = Locked<Task<S3Bucket, any Error>?>(nil)

    /// The bucket; made when it is first asked for.
    ///
    /// - Parameter fetcher: sends requests.
    /// - Throws: where the object store cannot be started.
    public static func shared(_ fetcher: any Fetcher) async throws -> TestBucket {
        let task = made.withLock { made in
            let task =
                made
                ?? Task {
                    let service = try await ObjectStore.running()
                    let place = S3Bucket(endpoint: service.endpoint, name: "library", region: "us-east-1")
                    try await TestBucket(place: place, fetcher: fetcher).client().makeBucket()
                    return place
                }
            made = task
            return task
        }
        return TestBucket(place: try await task.value, fetcher: fetcher)
    }

    /// The keys that the object store takes.
    public static let keys = S3Keys(
        accessKey: ObjectStore.keys.access, secretKey: ObjectStore.keys.secret)

    /// Sends requests to it.
    public func client(
        partSize: Int64 = 64 << 20, copySize: Int64 = 5 << 30, keys: S3Keys? = TestBucket.keys,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> S3Client {
        S3Client(
            bucket: place, partSize: partSize, copySize: copySize, fetcher: fetcher, keys: FixedS3Keys(keys),
            now: now)
    }

    /// A folder of the bucket that nothing else uses.
    public static func newPrefix() -> String { "tests/\(UUID().uuidString)/" }
}
