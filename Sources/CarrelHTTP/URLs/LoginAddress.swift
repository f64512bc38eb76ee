import Foundation

/// Addresses that say that a login page is there, such as `https://school.example.edu/login/index.php`.
package enum LoginAddress {
    /// Parts of paths, without an extension: of course sites and blogs, and of what signs people in for several sites.
    private static let parts: Set<Substring> = [
        "login", "log-in", "logon", "signin", "sign-in", "sign_in", "wp-login", "servicelogin", "sso",
        "saml", "saml2", "idp", "adfs", "oauth2", "openid-connect", "wayf",
    ]

    /// What hosts begin with that do nothing else.
    private static let hosts: Set<Substring> = ["login", "signin", "sso", "idp", "auth", "accounts"]

    /// Whether an address says that a login page is there.
    package static func isOne(_ url: URL) -> Bool {
        if let host = url.host?.lowercased(), hosts.contains(host.prefix { $0 != "." }) { return true }
        return url.path.lowercased().split(separator: "/").contains { part in
            parts.contains(part.prefix { $0 != "." })
        }
    }
}
