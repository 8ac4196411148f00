import Glibc
import SolanaRPCTransports
import Testing

/// The addresses of the public internet, and those that lead elsewhere.
@Suite struct PublicAddressTests {
    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "192.0.1.1",
        "223.255.255.255", "198.17.255.255", "198.20.0.0", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8", "2001:200::1",
    ])
    func `a host of the internet is public`(_ address: String) {
        #expect(PublicAddress.mayContain(host: address))
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
        "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0.0.0.0",
        "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "100::1",
        "2001::1", "2001:db8::1", "2002:808:808::1", "3fff::1", "5f00::1", "localhost", "a.localhost",
    ])
    func `an address of the user's own networks, or of nobody, isn't public`(_ address: String) {
        #expect(!PublicAddress.mayContain(host: address))
    }

    @Test func `a name isn't known before it is resolved`() {
        #expect(PublicAddress.mayContain(host: "art.example"))
    }
}
