import CarrelDelayProxy
import CarrelHTTP
import CarrelServer
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StaticFilesTests {
    @Test func `a file is served with its type, length and validators`() async throws {
        try await ServerFixture.run { fixture async throws in
            try fixture.write("Grüße\n", to: "notes/a b.txt")
            let response = try await fixture.client.request("/notes/a%20b.txt?version=2")
            #expect(response.status == 200)
            #expect(response.text == "Grüße\n")
            #expect(response.fields["Content-Type"] == "text/plain; charset=utf-8")
            #expect(response.fields["Content-Length"] == "8")
            #expect(response.fields["ETag"]?.hasPrefix("\"") == true)
            #expect(response.fields["Last-Modified"]?.hasSuffix(" GMT") == true)
            #expect(response.fields["Accept-Ranges"] == "bytes")
        }
    }

    @Test func `HEAD has the fields of GET and no content`() async throws {
        try await ServerFixture.run { fixture async throws in
            try fixture.write("12345", to: "a.txt")
            let response = try await fixture.client.request("/a.txt", method: "HEAD")
            #expect(response.status == 200)
            #expect(response.fields["Content-Length"] == "5")
            #expect(response.content.isEmpty)
        }
    }

    @Test func `an unchanged file is 304, a changed one is sent`() async throws {
        try await ServerFixture.run { fixture async throws in
            try fixture.write("one", to: "a.txt")
            let first = try await fixture.client.request("/a.txt")
            let tag = try #require(first.fields["ETag"])
            let date = try #require(first.fields["Last-Modified"])
            for condition in [("If-None-Match", tag), ("If-Modified-Since", date)] {
                let second = try await fixture.client.request("/a.txt", [condition])
                #expect(second.status == 304)
                #expect(second.content.isEmpty)
                #expect(second.fields["ETag"] == tag)
                #expect(second.fields["Content-Length"].map { $0 == "3" } ?? true)
            }
            try fixture.write("four", to: "a.txt")
            let third = try await fixture.client.request("/a.txt", [("If-None-Match", tag)])
            #expect(third.status == 200)
            #expect(third.text == "four")
        }
    }

    @Test func `a range is sent as 206, one outside as 416`() async throws {
        try await ServerFixture.run { fixture async throws in
            try fixture.write("0123456789", to: "a.txt")
            let tag = try #require(try await fixture.client.request("/a.txt").fields["ETag"])
            let part = try await fixture.client.request("/a.txt", [("Range", "bytes=4-"), ("If-Range", tag)])
            #expect(part.status == 206)
            #expect(part.text == "456789")
            #expect(part.fields["Content-Range"] == "bytes 4-9/10")
            let whole = try await fixture.client.request(
                "/a.txt", [("Range", "bytes=4-"), ("If-Range", "\"x\"")])
            #expect(whole.status == 200)
            #expect(whole.text == "0123456789")
            let outside = try await fixture.client.request("/a.txt", [("Range", "bytes=10-")])
            #expect(outside.status == 416)
            #expect(outside.fields["Content-Range"] == "bytes */10")
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/sub/../../secret.txt", "/..%2fsecret.txt", "/link.txt",
        "/linked/secret.txt", "/.hidden", "/.git/config", "/sub/..", "/missing", "/a.txt/", "/a.txt/b",
        "//a.txt",
        "/\(String(repeating: "x", count: 300))",
    ])
    func `what is not a visible file below the root is 404`(target: String) async throws {
        try await ServerFixture.run { fixture async throws in
            let outside = fixture.root.deletingLastPathComponent()
            try Data("secret".utf8).write(to: outside.appending(path: "secret.txt"))
            for file in ["a.txt", "sub/b.txt", ".hidden", ".git/config"] { try fixture.write("x", to: file) }
            try FileManager.default.createSymbolicLink(
                at: fixture.root.appending(path: "link.txt"),
                withDestinationURL: outside.appending(path: "secret.txt"))
            try FileManager.default.createSymbolicLink(
                at: fixture.root.appending(path: "linked"), withDestinationURL: outside)
            let response = try await fixture.client.request(target)
            #expect(response.status == 404)
            #expect(!response.text.contains("secret"))
        }
    }

    @Test func `a folder is its index page, a listing or a redirect to its slash`() async throws {
        try await ServerFixture.run { fixture async throws in
            try fixture.write("<p>Hello", to: "site/index.html")
            try fixture.write("x", to: "plain/b&c.txt")
            try fixture.write("x", to: "plain/.hidden")
            let index = try await fixture.client.request("/site/")
            #expect(index.text == "<p>Hello")
            #expect(index.fields["Content-Type"] == "text/html; charset=utf-8")
            let listing = try await fixture.client.request("/plain/")
            #expect(listing.text.contains("<a href=\"b%26c.txt\">b&amp;c.txt</a>"))
            #expect(!listing.text.contains("hidden"))
            let redirect = try await fixture.client.request("/plain?x=1")
            #expect(redirect.status == 301)
            #expect(redirect.fields["Location"] == "/plain/?x=1")
            #expect(try await fixture.client.request("/").text.contains("site/"))
        }
    }

    @Test func `a named pipe is not opened`() async throws {
        try await ServerFixture.run { fixture async throws in
            #expect(mkfifo(fixture.root.appending(path: "pipe").path, 0o600) == 0)
            #expect(try await fixture.client.request("/pipe").status == 403)
        }
    }
}
