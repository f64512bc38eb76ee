import CarrelBasics
import CarrelDigest
import CarrelHTTP
import Foundation

/// Signs requests as AWS's Signature Version 4 says, in the `Authorization` field.
///
/// A pure function of request, keys and time. libcurl's own signature is wrong where a query has a raw slash, a name
/// without a value, or an order of its own.
public struct SignatureV4: Sendable {
    /// What it is signed with.
    public var keys: S3Keys
    /// The region of the service, such as `us-east-1`.
    public var region: String
    /// The service's name: `s3`, or `sts` for keys that are lent.
    public var service: String

    public init(_ keys: S3Keys, region: String, service: String = "s3") {
        (self.keys, self.region, self.service) = (keys, region, service)
    }

    private static let algorithm = "AWS4-HMAC-SHA256"

    /// A time as it is signed and sent: `20150830T123600Z`.
    public static func stamp(_ date: Date) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(
                dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted))
    }

    /// The value of the `Authorization` field.
    ///
    /// - Parameters:
    ///   - request: the request, whose fields hold `x-amz-date` with the stamp of the date, or `Date`.
    ///   - date: the time.
    /// - Returns: the value.
    public func authorization(of request: SignableRequest, at date: Date) -> String {
        let stamp = Self.stamp(date)
        let day = String(stamp.prefix(8))
        let scope = "\(day)/\(region)/\(service)/aws4_request"
        let digest = SignableRequest.digest(of: request.canonicalText.utf8)
        let text = "\(Self.algorithm)\n\(stamp)\n\(scope)\n\(digest)"
        let signature = HMACSHA256.code(of: Array(text.utf8), key: key(of: day)).hexDigits
        return "\(Self.algorithm) Credential=\(keys.accessKey)/\(scope), "
            + "SignedHeaders=\(request.signedFields), Signature=\(signature)"
    }

    /// The key of a day, a region and a service.
    private func key(of day: String) -> [UInt8] {
        [day, region, service, "aws4_request"].reduce(Array("AWS4\(keys.secretKey)".utf8)) { key, part in
            HMACSHA256.code(of: Array(part.utf8), key: key)
        }
    }
}
