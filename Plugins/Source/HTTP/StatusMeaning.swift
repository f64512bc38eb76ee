/// What a status that delivers no catalogue means, and what helps (RFC 9110 section 15).
struct StatusMeaning {
    /// The meaning, as a clause.
    let text: String
    /// What the user can do.
    let remedy: String

    /// Looks up a status.
    init(_ status: Int) {
        switch status {
        case 401, 407:
            text = "it wants a login"
            remedy = "Use a URL of the catalogue that needs no login"
        case 403:
            text = "access is forbidden"
            remedy = "Ask whoever runs the server for access, or check source.url"
        case 404:
            text = "there is nothing at this URL"
            remedy = "Check source.url"
        case 410:
            text = "the catalogue was removed for good"
            remedy = "Look for its new place and change source.url"
        case 408, 425, 429:
            text = status == 429 ? "too many requests" : "it did not take the request now"
            remedy = "Wait a while, then try again"
        case 304:
            text = "it said that nothing changed although nothing was known"
            remedy = "Tell whoever runs the server; a proxy in between may be at fault"
        case 200...299:
            text = "success, but without a whole catalogue"
            remedy = "Check that source.url is the URL of a catalogue"
        case 300...399:
            text = "a redirect that leads nowhere"
            remedy = "Open source.url in a browser and use the URL that it ends at"
        case 400...499:
            text = "it refused the request"
            remedy = "Check source.url"
        case 502, 503, 504:
            text = "it is overloaded or cannot reach what is behind it"
            remedy = "Try again later"
        case 500...599:
            text = "it failed"
            remedy = "Try again later, or tell whoever runs the server"
        default:
            text = "a status that HTTP does not define"
            remedy = "Check that source.url is the URL of a web server"
        }
    }
}
