import JSONRPC
import TestSupport
import Testing
import Wallet

/// A backup that the version before this one made: it has contacts and limits, and nothing else beside the vault.
@Suite(.timeLimit(.minutes(5))) struct OlderBackupTests {
    /// By `sidekey vault backup` of 27 November 2026. The phrase is "abandon" eleven times and "about".
    private static let file: JSON = """
        c2lkZWtleSBiYWNrdXAKAQBSAQAAc2lkZWtleSB2YXVsdAoCAAEAAAAF+jsJ1tYJ5f+QkaJWbsVYAgAAAAAAAAABAAEAgAArrDEg\
        wUq0124XS4Pq4avXAwAAAAAABABxU/0CgTlVYCMn/yRfVsOI5eQcCa8rqDVw+QO40GXOuxTYrYUHGyxZPjyNhBSfqrhlQIa1vF4o\
        qymrFhqdUQPoxl4Ij98VrWHL9aXjfWlDVYgap8/yokZf8qCA0pn4PYYAvAif4+ayWAEA8DYnYkanW53jNJ7UKxXiMvZRj8IPX81P\
        HWToH5vSWPcAAAAELAAAAPUBAAAAAAAAAAAAAAdTYXZpbmdzCWdai2FgDWb8veD4d8yCt9pRxRbCy/4kJgAAAJmXyOu1+AfEkRfH\
        AkqJZisLx/NJK+v03M1WilafgkoqtoSe2Mxzh9vKBz9HsDxcY5bvYMGDL/7ndd4geGLw7ICUwhpRvL+LskKm6DkU33V6QUuIEeIE\
        atPG6VOONPuzAAAArioQz5junaM/XnkcZAccRMoyxWxs2zq97mYrPRwAmZSuLaKNI0ak5bbIZMYWNxupKjtNjb1rUFobOjKmp6bu\
        uGITrJIaZZUFnZDXSHltrcPnGnU/tnV9Fp/PoCB3Yj+envGI8RH3nvFuo9tt6zS3KNeSqbRQ2n2/bP1PU5T33IwdcQWTkieM1QVE\
        rJ/5os2Iyps+MuiooYqOgKWMm1UfL8vSVttb8LWjiT/605RmHImaemw83stZQbucTAL599cug88Qu+MFB+C4ItdrEhn9u4GoVQ==
        """
    private static let passphrase = "correct horse battery"

    private func call(
        _ life: WalletLife, _ method: String, passphrase: String = passphrase
    ) async throws -> Result<JSON, RPCError> {
        try await life.commandLine.call(
            method, ["vault": Self.file, "passphrase": life.commandLine.sealed(passphrase, for: method)])
    }

    @Test func `it is inspected and restored as ever`() async throws {
        let life = try await WalletLife()
        let found = try await call(life, "vault.inspect").get()
        #expect(found.object?.names == ["generation", "accounts", "contacts", "limits"])
        #expect(found["contacts"] == 1 && found["limits"] == 1 && found["generation"] == "2")
        #expect(found["accounts"]?[0]?["label"] == "Savings")
        // Nothing has changed.
        #expect(try await life.commandLine.call("vault.status").get()["vault"] == "none")

        #expect(try await call(life, "vault.restore").get()["vault"] == "locked")
        let sealed = try life.browser.sealed(Self.passphrase, for: "vault.unlock")
        _ = try await life.browser.call("vault.unlock", ["passphrase": sealed]).get()
        let contacts = try await life.browser.call("contacts.list").get()["contacts"]?.array
        #expect(contacts?.map { $0["label"] } == ["Carol"])
        let policy = try await life.browser.call("policy.get").get()
        #expect(policy["limits"]?[0]?["ceiling"] == "100000000")
        #expect(policy["approvals"] == "risky" && policy["allowance"] == "100000000")
        #expect(policy["trust"] == "intact")
    }

    @Test func `another passphrase shows nothing of it`() async throws {
        let life = try await WalletLife()
        #expect(try await call(life, "vault.inspect", passphrase: "no such passphrase").reason == .wrongPassphrase)
    }
}
