import CarrelS3

extension S3Client {
    /// What objects below a prefix are called there.
    func names(below prefix: String) async throws -> [String] {
        var names: [String] = []
        try await all(prefix) { objects in
            names += objects.map { String($0.key.dropFirst(prefix.count)) }
            return true
        }
        return names
    }

    /// The text that an object holds.
    func text(of key: String) async throws -> String {
        var content: [UInt8] = []
        _ = try await read(key) { content += $0 }
        return String(decoding: content, as: UTF8.self)
    }
}
