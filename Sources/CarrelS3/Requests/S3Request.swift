import CarrelHTTP

/// A request to a bucket before it is signed.
struct S3Request: Sendable {
    var method: FetchRequest.Method
    /// The object; `nil` for the bucket itself.
    var key: String?
    var query: [(name: String, value: String)] = []
    var fields: [(String, String)] = []
    var content: RequestContent?
    /// The SHA-256 of the content.
    var payload = SignableRequest.emptyPayload

    init(_ method: FetchRequest.Method, _ key: String? = nil, query: [(String, String)] = []) {
        (self.method, self.key) = (method, key)
        self.query = query.map { (name: $0.0, value: $0.1) }
    }

    /// The same request with XML as its content.
    func sending(_ text: String) -> S3Request {
        var request = self
        request.content = .bytes(Array(text.utf8))
        request.payload = SignableRequest.digest(of: text.utf8)
        request.fields.append(("Content-Type", "application/xml"))
        return request
    }
}

/// The response to a request that succeeded.
struct S3Answer: Sendable {
    var head: ResponseHead
    var content: [UInt8]
}
