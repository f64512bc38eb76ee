import CarrelHTTP
import Foundation
import Testing

@Suite struct LoginAddressTests {
    @Test(arguments: [
        "https://school.example.edu/login/index.php",
        "https://school.example.edu/users/sign_in?next=%2Fa.pdf",
        "https://cas.example.edu/cas/login?service=x", "https://example.org/wp-login.php",
        "https://example.org/members/login.html", "https://canvas.example.edu/login/ldap",
        "https://login.example.com/common/v2.0", "https://SSO.example.edu/", "http://127.0.0.1:8000/Login",
        "https://example.edu/idp/profile/SAML2/Redirect/SSO?SAMLRequest=x",
        "https://id.example.edu/realms/x/protocol/openid-connect/auth?client_id=x",
    ])
    func `a login page is told by its address`(address: String) throws {
        #expect(LoginAddress.isOne(try #require(URL(string: address))))
    }

    @Test(arguments: [
        "https://example.org/notes/login-shells.html", "https://example.org/a.pdf?from=login",
        "https://example.org/", "https://example.org", "https://cdn.example.org/blogin/a",
        "https://logins.example.org/a", "https://login.gov/policy", "https://example.org/docs/saml/",
        "https://example.org/docs/oauth2/flows.html#a",
        "https://example.org/cli/login/options.html",
    ])
    func `what only holds the word is not one`(address: String) throws {
        #expect(!LoginAddress.isOne(try #require(URL(string: address))))
    }
}
