extension ResponseHead {
    /// Whether any host on the way was or may have been public, so that anybody may have written the content.
    public var isPublic: Bool { isBehindPublicHost || isFromPublicHost }

    /// Whether this response came from a public address, or from a name that can lead to one.
    var isFromPublicHost: Bool {
        remoteAddress.flatMap { IPAddress($0) }?.isPublic ?? url.mayBePublic
    }
}
