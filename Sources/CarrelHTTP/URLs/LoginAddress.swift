import Foundation

/// Addresses that say that a login page is there, such as `https://school.example.edu/login/index.php`.
package enum LoginAddress {
    /// Parts of paths, without an extension: of course sites and blogs.
    private static let logins: Set<Substring> = [
        "login", "log-in", "logon", "signin", "sign-in", "sign_in", "wp-login", "servicelogin",
    ]

    /// Those of what signs people in for several sites, which is always asked something: manuals of it have such parts, too.
    private static let services: Set<Substring> = [
        "sso", "saml", "saml2", "idp", "adfs", "oauth2", "openid-connect", "wayf",
    ]

    /// What hosts of a domain begin with that do nothing else.
    private static let hosts: Set<Substring> = ["login", "signin", "sso", "idp", "auth", "accounts"]

    /// What came from such an address, in words that follow “the server sent” or stand alone.
    package static func words(for url: URL) -> String {
        "a login page of \(url.host ?? "the server") instead of the document"
    }

    /// Whether an address says that a login page is there.
    package static func isOne(_ url: URL) -> Bool {
        let labels = (url.host ?? "").lowercased().split(separator: ".")
        if labels.count > 2, hosts.contains(labels[0]) { return true }
        let parts = url.path.lowercased().split(separator: "/")
        let stems = parts.map { part in part.prefix { $0 != "." } }
        if url.query != nil, stems.contains(where: services.contains) { return true }
        // A page that somebody wrote says by its own name what it is.
        let isWritten = parts.last.map { $0.hasSuffix(".html") || $0.hasSuffix(".htm") } ?? false
        return stems.suffix(isWritten ? 1 : stems.count).contains(where: logins.contains)
    }
}
