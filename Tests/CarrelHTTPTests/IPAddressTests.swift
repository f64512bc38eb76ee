import Testing

@testable import CarrelHTTP

struct IPAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1"),
        ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
    ])
    func `the numeric form is read and written`(text: String, expected: String) {
        #expect(IPAddress(text)?.description == expected)
    }

    @Test(arguments: ["", "notes.test", "1.2.3", "1.2.3.4.5", "256.1.1.1", "::g", "1.2.3.4/8"])
    func `what is no address is none`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1",
        "127.0.0.1.", "localhost", "LOCALHOST.", "a.localhost",
    ])
    func `a host is the address that the resolver takes it for`(host: String) {
        #expect(IPAddress(host: host)?.description == "127.0.0.1")
    }

    @Test func `an IPv6 host may be in brackets`() {
        #expect(IPAddress(host: "[::1]")?.description == "::1")
        #expect(IPAddress(host: "::1")?.description == "::1")
    }

    @Test(arguments: ["notes.test", "7.notes.test", "localhost.test", "notlocalhost", "", "1.2.3.4.5"])
    func `a host that is a name is no address`(host: String) {
        #expect(IPAddress(host: host) == nil)
    }

    @Test func `every block of the table is one`() {
        for entry in IPAddress.purposeTable { #expect(AddressRange(entry.block) != nil, "\(entry.block)") }
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.255.0.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.9", "192.88.99.1",
        "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:10.0.0.1",
        "::ffff:0:127.0.0.1", "64:ff9b::192.168.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:1ff::1",
        "2001:db8::1", "2002:a00:1::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fdff::1",
        "fe80::1", "febf::1", "fec0::1", "ff02::1", "4000::1", "8000::1", "e000::1",
    ])
    func `what is not for hosts of the public internet is not public`(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic == false)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "128.0.0.1", "169.253.0.1",
        "172.15.255.255", "172.32.0.1", "192.0.1.1", "192.167.0.1", "192.169.0.1", "198.17.0.1",
        "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2001:200::1", "2400::1", "3ffe::1",
        "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1",
    ])
    func `the neighbours of the special blocks are public`(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.specialPurpose == nil)
    }

    @Test func `a block ends within a byte, and holds only its own version`() throws {
        let block = try #require(AddressRange("172.16.0.0/12"))
        #expect(block.contains(try #require(IPAddress("172.31.0.1"))))
        #expect(!block.contains(try #require(IPAddress("172.32.0.1"))))
        #expect(!block.contains(try #require(IPAddress("::ac10:1"))))
        #expect(AddressRange("0.0.0.0/0")?.contains(try #require(IPAddress("9.9.9.9"))) == true)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "x/8", "/8"])
    func `a block that is none is refused`(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test func `auto refuses private addresses to a public catalogue only`() {
        #expect(PrivateAddresses.auto.policy(catalogIsPublic: true) == .publicOnly)
        #expect(PrivateAddresses.auto.policy(catalogIsPublic: false) == .neverInward)
        #expect(PrivateAddresses.allow.policy(catalogIsPublic: true) == .any)
        #expect(PrivateAddresses.refuse.policy(catalogIsPublic: false) == .publicOnly)
    }
}
