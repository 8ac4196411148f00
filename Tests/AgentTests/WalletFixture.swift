import Base58
import JSONRPC
import Salt
import TestSupport
import Testing
import Wallet
import WalletKeys
import WalletState

/// A wallet as a script makes it, in a folder of its own, and what its user and its pages do.
final class WalletFixture {
    static let passphrase = "correct horse battery staple"
    static let origin = "https://dapp.example"
    static let profile = "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10"

    let home: ScratchHome

    convenience init() async throws {
        try self.init(passphrase: Self.passphrase, files: await Self.files.value)
    }

    /// A wallet with another passphrase than the fixture's.
    convenience init(passphrase: String) async throws {
        try self.init(passphrase: passphrase, files: await Self.files(passphrase: passphrase))
    }

    /// A wallet whose requests are decided elsewhere than in the browser.
    convenience init(setting: ApprovalPolicy.Setting) async throws {
        try self.init(
            passphrase: Self.passphrase, files: await Self.files(passphrase: Self.passphrase, setting: setting))
    }

    /// A wallet that reaches nodes of this machine.
    convenience init(reaching node: LocalNode, passphrase: String = passphrase) async throws {
        try self.init(
            passphrase: passphrase, files: await Self.files(passphrase: passphrase), network: "loopback")
        try unlock()
        let proof = ["--passphrase-file", "\(home.path)/passphrase"]
        try sidekey(["network", "endpoints", "localnet"] + node.endpoints.map(\.url) + proof)
    }

    private init(passphrase: String, files: [(name: String, bytes: [UInt8])], network: String = "off") throws {
        home = try ScratchHome(network: network)
        try SystemFile.write(home.path + "/passphrase", Array(passphrase.utf8))
        for file in files { try SystemFile.write("\(home.path)/\(file.name)", file.bytes) }
    }

    /// Made once for all.
    private static let files = Task { try await files(passphrase: passphrase) }

    /// With a browser that decides everything, as most tests want it, and a passphrase whose tries take milliseconds. The command line's tests make theirs the usual way.
    private static func files(
        passphrase: String, setting: ApprovalPolicy.Setting = .popup
    ) async throws -> [(name: String, bytes: [UInt8])] {
        let folder = try ScratchHome()
        let lock = SessionLock(file: VaultFile(folder: folder.path), cost: .minimum)
        try await lock.create(
            phrase: SeedPhrase(
                parsing: SecretBytes(copying: Array((String(repeating: "abandon ", count: 23) + "art").utf8))),
            passphrase: SecretBytes(copying: Array(passphrase.utf8)), unattended: true)
        try await Wallet.beginRecords(
            in: folder.path, lock: lock, passphrase: Array(passphrase.utf8), policy: ApprovalPolicy(setting: setting))
        return try SystemFile.names(in: folder.path).map { name in
            guard let bytes = SystemFile.read("\(folder.path)/\(name)") else { throw TestFault("no \(name) was made") }
            return (name, bytes)
        }
    }

    /// Runs the command line; a status other than 0 is a fault.
    @discardableResult
    func sidekey(_ arguments: String...) throws -> String { try sidekey(arguments) }

    /// Runs the command line with words in a list.
    @discardableResult
    func sidekey(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let result = try ChildProcess.run(
            BuiltProgram.sidekey.path, arguments, environment: home.environment.merging(environment) { $1 })
        guard result.ending == .exited(0) else {
            throw TestFault("sidekey \(arguments.first ?? "") ended with \(result.ending): \(result.errors)")
        }
        return result.text
    }

    func unlock() throws {
        try sidekey("unlock", "--passphrase-file", home.path + "/passphrase")
    }

    /// Gives the passphrase before a display, where prompts appear from then on; the wallet is locked again.
    func sit(at display: VirtualDisplay) throws {
        try sidekey(
            ["unlock", "--passphrase-file", home.path + "/passphrase"], environment: ["DISPLAY": display.name])
        try sidekey("lock")
    }

    /// A browser with the wallet's own extension, after its hello.
    func browser(profile: String = profile, connectionKey: String = "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e") throws
        -> BrowserStandIn
    {
        let browser = try BrowserStandIn(.firefox(addOn: "wallet@sidekey.app"), home: home)
        _ = try browser.hello(profile: profile, connectionKey: connectionKey).get()
        return browser
    }

    /// A page's params, with the context that the background adds.
    static func page(
        _ params: JSONObject = [:], origin: String = origin, document: String = "document-1", request: String = "1"
    ) -> JSONObject {
        var page: JSONObject = [
            "origin": .string(origin), "tab": 1, "document": .string(document), "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }
}

extension BrowserStandIn {
    /// Unlocks as the popup does.
    func unlock(passphrase: String = WalletFixture.passphrase) throws -> Result<JSON, RPCError> {
        try call("vault.unlock", ["passphrase": sealed(passphrase, for: "vault.unlock")])
    }

    /// The member `unlock` of `approvals.approve`.
    func unlocking(passphrase: String = WalletFixture.passphrase) throws -> JSON {
        ["passphrase": try sealed(passphrase, for: "approvals.approve", "unlock.passphrase")]
    }

    /// The request that waits, as a surface of this browser sees it.
    func waiting() throws -> (id: String, digest: String, review: String) {
        let (id, request) = try shown()
        return (
            id, try #require(request["summary"]?["digest"]?.text), try #require(request["reviewHash"]?.text)
        )
    }

    private func shown() throws -> (id: String, request: JSON) {
        let id = try #require(try notification("com.wallet.request").params["id"]?.text)
        return (id, try call("approvals.get", ["id": .string(id)]).get())
    }

    /// Approves what waits, as the popup would, with the passphrase where a danger or something unread takes it.
    @discardableResult
    func approveWaiting(_ more: JSONObject = [:]) throws -> Result<JSON, RPCError> {
        let (id, request) = try shown()
        var params: JSONObject = [
            "id": .string(id), "digest": try #require(request["summary"]?["digest"]),
            "review": try #require(request["reviewHash"]),
        ]
        if more["unlock"] == nil, ["danger", "incomplete"].contains(request["proof"]?.text) {
            params["unlock"] = try unlocking()
        }
        for member in more.members { params[member.name.string] = member.value }
        return try call("approvals.approve", params)
    }

    /// Connects the page and returns its account's public key.
    func connectPage(origin: String = WalletFixture.origin) throws -> String {
        let id = try begin("connect", WalletFixture.page(origin: origin, request: "connect"))
        _ = try approveWaiting().get()
        return try #require(try answer(to: id).get()["publicKey"]?.text)
    }
}

/// Expects a failure with one reason of the catalogue.
func expect(
    _ outcome: Result<JSON, RPCError>, _ code: RPCErrorCode, _ reason: RPCReason,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard case .failure(let error) = outcome else {
        Issue.record("it was answered \(outcome)", sourceLocation: sourceLocation)
        return
    }
    #expect(error.code == code, sourceLocation: sourceLocation)
    #expect(error.reason == reason, sourceLocation: sourceLocation)
}
