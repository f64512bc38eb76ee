import CarrelBasics
import CarrelHTTP
import Foundation

extension FetcherConformance {
    private static let publicOnly = FetchLimits(addresses: .publicOnly)

    static let addresses: [Check] = [
        refused("127.0.0.1"), refused("localhost"), refused("127.1"), refused("2130706433"),
        refused("0x7f000001"), refused("017700000001"), refused("[::1]"), refused("[::ffff:127.0.0.1]"),
        refused("[64:ff9b::7f00:1]"), refused("10.0.0.1"), refused("169.254.169.254"), refused("0.0.0.0"),
        Check("a redirect to a private address is refused") { bed in
            // The first hop must be a public one, which only a fetcher without a network can reach here.
            guard bed.server == nil else { return }
            try bed.stage("/away", .redirect(to: "http://192.168.0.1/"))
            let sink = CollectingSink()
            let error = try await bed.failure(
                "/away", limits: publicOnly, into: sink, followsRedirects: true)
            try requireEqual(error.code, .refusedAddress, "code")
            try require(sink.head == nil, "the sink saw the redirect")
        },
        Check("a redirect of a public server to a private address is refused, wherever the request may go") {
            bed in
            // A name that nobody has resolved counts as public.
            guard bed.server == nil else { return }
            try bed.stage("/away", .redirect(to: "http://192.168.0.1/"))
            let sink = CollectingSink()
            let error = try await bed.failure(
                "/away", limits: FetchLimits(), into: sink, followsRedirects: true)
            try requireEqual(error.code, .refusedAddress, "code")
            try require(sink.head == nil, "the sink saw the redirect")
        },
    ]

    private static func refused(_ host: String) -> Check {
        Check("nothing is sent to \(host) where only public addresses are allowed") { bed in
            let url = try requireValue(URL(string: "http://\(host):\(bed.server?.port ?? 80)/"), "the URL")
            let error = await bed.error(of: FetchRequest(url: url, limits: publicOnly))
            try requireEqual(error?.code, .refusedAddress, "code")
            try require(error?.remedy?.contains("private-addresses") == true, "the remedy names no setting")
            try requireEqual(bed.server?.connectionCount ?? 0, 0, "connections")
        }
    }
}
