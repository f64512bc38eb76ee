extension S3Client {
    /// Finds out whether `If-None-Match: *` keeps a taken key from a copy: some services take no notice of what they do not know.
    ///
    /// - Parameter key: an object of Carrel's own that is made for that, and removed.
    /// - Returns: whether it does.
    public func heedsCopies(tryingWith key: String) async throws(S3Error) -> Bool {
        try await write(key, bytes: [0])
        var heedsCopies = false
        if let object = try await object(key) {
            do throws(S3Error) {
                try await copy(object, to: key, notes: ["carrel": "tried"], isNew: true)
            } catch  where error.isRefusedCondition {
                heedsCopies = true
            } catch  where error.status == 400 || error.status == 501 {
                // A service that does not know the field at all may refuse the request.
            }
        }
        try await remove(key)
        return heedsCopies
    }
}
