extension Result {
    /// How something ends that takes a while, for whoever has more to do before that is returned or thrown.
    package init(of body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
