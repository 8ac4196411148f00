import Foundation
import JSONRPC
import Salt
import Testing
import Wallet

@Suite struct WalletExtensionTests {
    /// The checkout's top folder.
    private static let top = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func json(_ path: String) throws -> JSON {
        try JSON(parsing: JSONSource([UInt8](Data(contentsOf: top.appendingPathComponent(path)))))
    }

    @Test func theExtensionsIdsAreTheOnesItsManifestGives() throws {
        let manifest = try Self.json("extension/manifest.json")
        let key = try Base64.decode(#require(manifest["key"]?.text))
        // Chromium: the first 32 hexadecimal digits of the key's SHA-256, 0-f written as a-p.
        let id = SaltHash.sha256(key).prefix(16).flatMap { [$0 >> 4, $0 & 15] }.map { UInt8(ascii: "a") + $0 }
        #expect(WalletExtension.chromium == "chrome-extension://\(String(decoding: id, as: UTF8.self))/")
        #expect(manifest["browser_specific_settings"]?["gecko"]?["id"]?.text == WalletExtension.firefox)
        let ids = try Self.json("manifests/extension-ids.json")
        #expect(ids["chromium"]?.text.map { "chrome-extension://\($0)/" } == WalletExtension.chromium)
        #expect(ids["firefox"]?.text == WalletExtension.firefox)
    }
}
