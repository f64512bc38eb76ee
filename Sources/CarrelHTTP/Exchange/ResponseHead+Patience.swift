/// Answers that do not hold for ever.
extension ResponseHead {
    /// Whether its server wants to be left alone for a while.
    ///
    /// What else it refuses may come later if it says when (RFC 9110 section 10.2.3), as services do that limit requests.
    package var asksForPatience: Bool {
        HTTPStatus.asksForPatience(status)
            || [403, 413].contains(status) && fields.contains("Retry-After")
    }

    /// Whether the same request may succeed later.
    package var isTransient: Bool { HTTPStatus.isTransient(status) || asksForPatience }
}
