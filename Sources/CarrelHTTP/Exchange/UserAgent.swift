/// How Carrel names itself to servers.
public enum UserAgent {
    /// The `User-Agent` of requests, unless a profile has another one.
    public static let text = "Carrel/0.1"
}
