import CarrelBasics
import Testing

struct ShownTextTests {
    @Test(arguments: [
        ("http://x.example/?api_key=abc", "http://x.example/?api_key=…"),
        ("http://x.example/?a=1&APIKEY=abc&b=2", "http://x.example/?a=1&APIKEY=…&b=2"),
        ("http://x.example/?X-Amz-Signature=ab%2Fc#part", "http://x.example/?X-Amz-Signature=…#part"),
        ("read http://x.example/?token=abc: 404 Not Found", "read http://x.example/?token=…: 404 Not Found"),
        ("(http://x.example/?sid=abc).", "(http://x.example/?sid=…)."),
        ("{\"url\":\"http://x.example/?sig=abc\",\"b\":1}", "{\"url\":\"http://x.example/?sig=…\",\"b\":1}"),
        ("http://me:pass@x.example/a@b", "http://…@x.example/a@b"),
        ("http://me@x.example/", "http://…@x.example/"),
        ("http://a:b@c@x.example/?key=d", "http://…@x.example/?key=…"),
        ("http://me:a b@x.example:80/ is refused", "http://…@x.example:80/ is refused"),
        ("http://me:a/b@x.example/: not a URL", "http://…@x.example/: not a URL"),
        ("“http://me:a?b#c@x.example/”", "“http://…@x.example/”"),
        ("http://x.example/#access_token=abc&b=2", "http://x.example/#access_token=…&b=2"),
        ("http://p/?url=http%3A%2F%2Fx%2F%23token%3Dabc", "http://p/?url=http%3A%2F%2Fx%2F%23token%3D…"),
        (
            "http://p/?delay=5&url=http%3A%2F%2Fx%2F%3Fa%3D1%26key%3Dabc%26b%3D2",
            "http://p/?delay=5&url=http%3A%2F%2Fx%2F%3Fa%3D1%26key%3D…%26b%3D2"
        ),
        ("http://x.example/?key=%7Bkey%7D", "http://x.example/?key={key}"),
        (
            "http://x.example/?client_secret=a&client_secret=b",
            "http://x.example/?client_secret=…&client_secret=…"
        ),
    ])
    func `what may be secret is covered`(text: String, shown: String) {
        #expect(ShownText.of(text) == shown)
        #expect(ShownText.of(shown) == shown)
    }

    @Test(arguments: [
        "", "plain", "a@b.example", "x = key", "http://x.example/?page=1&monkeys=2", "key=value",
        "http://x.example/a//b@c", "// a@b.example", "//ul[@class='notes']/li",
        "http://x.example/?key=", "http://x.example/?key", "100 % of ?", "a://b", "http://x.example/@me",
        "mailto:me@x.example", "http://x.example:80: ask me@x.example", "http://[::1]:80/@me",
        "“http://x.example:80” of a@b.example", "http://x.example:PORT or http://y.example/@me", "?&;%3F%26=",
        "100%", "%3", "http://x.example/?keyword=a",
    ])
    func `everything else stays as it is`(text: String) {
        #expect(ShownText.of(text) == text)
    }

    @Test(arguments: [
        "key", "api_key", "apiKey", "Ocp-Apim-Subscription-Key", "token", "access_token", "id_token", "auth",
        "sig", "signature", "X-Goog-Signature", "X-Amz-Credential", "password", "passwd", "pwd",
        "client_secret",
        "session", "sessionid", "sid", "PHPSESSID",
    ])
    func `names say what is secret`(name: String) {
        #expect(ShownText.of("http://x.example/?\(name)=abc") == "http://x.example/?\(name)=…")
    }
}
