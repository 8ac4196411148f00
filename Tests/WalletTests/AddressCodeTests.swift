import Foundation
import JSONRPC
import TestSupport
import Testing

/// The QR code of an address, read by another library than the one that made it (zxing-cpp, from PyPI).
@Suite struct AddressCodeTests {
    private struct Read: Decodable {
        let text: String
        let level: String
        let format: String
    }

    private func read(_ code: JSON) throws -> [Read] {
        let input = Data((["size": code["size"] ?? 0, "modules": code["modules"] ?? ""] as JSON).serialized())
        return try JSONDecoder().decode([Read].self, from: PythonScript("read_qr.py").run(input: input))
    }

    @Test func theCodeOfEachAccountHoldsItsAddressAndNothingElse() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        for _ in 0..<3 { _ = try await life.browser.call("accounts.add").get() }
        // Locked too: what is given to others needs no secret.
        _ = try await life.browser.call("vault.lock").get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array ?? []
        #expect(accounts.count == 4)
        for caller in [life.browser, life.commandLine] {
            for account in accounts {
                let name = try #require(account["publicKey"])
                let code = try await caller.call("accounts.qr", ["publicKey": name]).get()
                let size = try #require(code["size"]?.int)
                #expect(code["publicKey"] == name && code["modules"]?.text?.utf8.count == size * size)
                let found = try read(code)
                #expect(found.map(\.text) == [name.text])
                #expect(found.first?.level == "M" && found.first?.format == "QR Code")
            }
        }
    }

    @Test(arguments: ["11111111111111111111111111111111", "", "evil", String(repeating: "1", count: 100_000)])
    func noOtherAddressIsMadeACodeOf(_ address: String) async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        let outcome = try await life.browser.call("accounts.qr", ["publicKey": .string(address)])
        #expect(WalletServiceTests.reason(outcome) == .accountUnknown)
    }
}
