import CarrelHTTP

/// The Content Security Policy of the page: nothing comes from elsewhere, nothing runs but our own scripts, nobody frames
/// us.
struct ContentPolicy: Sendable {
    /// The field of a reply that says it.
    static let field = "Content-Security-Policy"
    /// Servers whose pictures may be shown all the same.
    var pictures: [Origin] = []

    /// The value of the field.
    var text: String {
        let pictures = self.pictures.map { " \($0)" }.joined()
        return """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:\(pictures); media-src 'self'; \
            connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
            frame-ancestors 'none'
            """
    }
}
