import JSONRPC
import TestSupport
import Testing

/// The node that other tests ask, and whether it does what it is told; what it answers is held against solana-py in `Tests/Node`.
@Suite struct LocalNodeTests {
    @Test func startsControlsAndRefuses() throws {
        let node = try LocalNode(["--endpoints", "2"])
        #expect(node.endpoints.count == 2)
        #expect(try node.seeded("accounts", "alice", "publicKey") == "Hbx1riyKDrCgdsZxbzFJZZqhLaa78cwUD4ztjpXaWuDD")
        let slot = try #require(try node.control([:])["slot"]?.int)
        #expect(try node.control(["advance": 5])["slot"]?.int == slot + 5)
        #expect(try node.control(["fault": "slow"], endpoint: 1)["faults"]?.array?.count == 1)
        #expect(try node.control([:])["faults"]?.array?.isEmpty == true)
        #expect(throws: TestFault.self) { try node.control(["fault": "earthquake"]) }
    }

    @Test func saysWhyItDoesNotStart() throws {
        let fault = try #require(throws: TestFault.self) { try LocalNode(["--fund", "nobody"]) }
        #expect(fault.description.contains("wrong size"))
    }
}
