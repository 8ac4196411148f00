import Salt
import WalletState

/// A key of a vault that is there only in a test.
struct TestAuthenticator: PolicyAuthenticator {
    var vault = [UInt8](repeating: 7, count: 16)
    var key: UInt8 = 1

    func code(over bytes: [UInt8]) -> [UInt8] { SaltHash.sha256([key] + vault + bytes) }

    func codes(over texts: [[UInt8]]) -> [[UInt8]] { texts.map(code) }

    func isCode(_ code: [UInt8], over bytes: [UInt8]) -> Bool { code == self.code(over: bytes) }
}
