extension ResponseHead {
    /// Whether any host on the way was a public one, or may have been: somebody else may have written the content.
    public var isPublic: Bool { isBehindPublicHost || isFromPublicHost }

    /// Whether this answer came from a public address, or from a name that can lead to one.
    var isFromPublicHost: Bool {
        remoteAddress.flatMap { IPAddress($0) }?.isPublic ?? url.mayBePublic
    }
}
