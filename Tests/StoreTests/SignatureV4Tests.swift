import CarrelHTTP
import CarrelS3
import Foundation
import Testing

/// The examples that AWS publishes: of its test suite, and of "Signature calculations for the Authorization header".
@Suite struct SignatureV4Tests {
    /// A published request and its signature.
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var method = "GET"
        var path = "/"
        var query: [(name: String, value: String)] = []
        var fields: [(String, String)] = []
        var payload = SignableRequest.emptyPayload
        var signature: String

        var testDescription: String { name }
    }

    static let suite = [
        Example(
            name: "get-vanilla",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Example(
            name: "post-vanilla", method: "POST",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Example(
            name: "get-vanilla-query-order-key-case",
            query: [("Param2", "value2"), ("Param1", "value1")],
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Example(
            name: "get-header-value-trim",
            fields: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Example(
            name: "post-x-www-form-urlencoded", method: "POST",
            fields: [("Content-Type", "application/x-www-form-urlencoded")],
            payload: SignableRequest.digest(of: "Param1=value1".utf8),
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    ]

    @Test(arguments: suite)
    func `requests of the test suite are signed as it says`(example: Example) {
        let keys = S3Keys(
            accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
        let request = Self.request(example, host: "example.amazonaws.com", stamp: "20150830T123600Z")
        let signed = SignatureV4(keys, region: "us-east-1", service: "service").authorization(
            of: request, at: Date(timeIntervalSince1970: 1_440_938_160))
        #expect(signed.hasSuffix("Signature=\(example.signature)"))
        #expect(
            signed.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "))
    }

    static let ofObjects = [
        Example(
            name: "GET Object", path: "/test.txt", fields: [("Range", "bytes=0-9")],
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        Example(
            name: "PUT Object", method: "PUT", path: SignableRequest.encodedPath("/test$file.text"),
            fields: [
                ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ], payload: SignableRequest.digest(of: "Welcome to Amazon S3.".utf8),
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        Example(
            name: "GET Bucket Lifecycle", query: [("lifecycle", "")],
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        Example(
            name: "List Objects", query: [("prefix", "J"), ("max-keys", "2")],
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ]

    @Test(arguments: ofObjects)
    func `requests to a bucket are signed as S3 says`(example: Example) {
        let keys = S3Keys(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
        var example = example
        example.fields.append(("x-amz-content-sha256", example.payload))
        let request = Self.request(
            example, host: "examplebucket.s3.amazonaws.com", stamp: "20130524T000000Z")
        let signed = SignatureV4(keys, region: "us-east-1").authorization(
            of: request, at: Date(timeIntervalSince1970: 1_369_353_600))
        #expect(signed.hasSuffix("Signature=\(example.signature)"))
    }

    private static func request(_ example: Example, host: String, stamp: String) -> SignableRequest {
        SignableRequest(
            method: example.method, path: example.path, query: example.query,
            fields: HTTPFields([("Host", host)] + example.fields + [("X-Amz-Date", stamp)]),
            payload: example.payload)
    }

    @Test
    func
        `a query is sent as it is signed: sorted, with a value each, and encoded but for what is unreserved`()
    {
        let request = SignableRequest(
            method: "GET", path: "/",
            query: [("uploads", ""), ("prefix", "a/b c+ü"), ("Prefix", "z"), ("prefix", "a")],
            fields: HTTPFields(), payload: SignableRequest.emptyPayload)
        #expect(request.encodedQuery == "Prefix=z&prefix=a&prefix=a%2Fb%20c%2B%C3%BC&uploads=")
    }

    @Test func `a path keeps its slashes and has nothing else but what is unreserved`() {
        #expect(SignableRequest.encodedPath("a b/(c)+!='~ü") == "a%20b/%28c%29%2B%21%3D%27~%C3%BC")
    }
}
