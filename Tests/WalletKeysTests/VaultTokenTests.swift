import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// Accounts whose key is on a hardware token: what the vault keeps of the way to it.
@Suite(.timeLimit(.minutes(5)))
struct VaultTokenTests {
    private static let library = "/usr/lib/token.so"

    private func token(
        _ library: String = library, _ folders: [String] = ["/var/lib/token"]
    ) throws -> VaultToken {
        try #require(VaultToken(library: library, folders: folders, serial: "0123456789abcdef", label: "mine"))
    }

    private func wallet() async throws -> (Wallet, PublicKey) {
        let wallet = try await Wallet.unlocked()
        let account = try PublicKey(bytes: SaltSign.KeyPair(seed: output(8)).publicKey)
        try await wallet.session.add(account, on: token(), label: "Cold", by: wallet.proof())
        return (wallet, account)
    }

    @Test func `it survives a lock, a new vault key and a backup, and goes with its format`() async throws {
        let (wallet, account) = try await wallet()
        #expect(try wallet.file.read()?.format == 7)
        await wallet.session.lock()
        try await wallet.session.rotate(passphrase: secret(Wallet.passphrase))
        let backup = try await wallet.session.backup()
        for vault in [try #require(try wallet.file.read()), try Vault(decoding: backup)] {
            let found = try #require(vault.accounts.last)
            #expect(found.publicKey == account && found.signer == .hardwareToken && found.label == "Cold")
            #expect(try found.token == token() && found.path == .none)
            #expect(vault.accounts.first?.token == nil)
        }
        // Beside one on a Ledger the newer format counts, and alone the older one.
        let other = try PublicKey(bytes: SaltSign.KeyPair(seed: output(7)).publicKey)
        let path = try #require(DerivationPath("m/44'/501'/0'"))
        try await wallet.session.add(other, at: path, on: .ledger, by: wallet.proof())
        #expect(try wallet.file.read()?.format == 7)
        try await wallet.session.remove(account, by: wallet.proof())
        #expect(try wallet.file.read()?.format == 6)
        try await wallet.session.remove(other, by: wallet.proof())
        #expect(try wallet.file.read()?.format == 2)
    }

    @Test func `the seal vouches for the library: an edit is found when the vault is opened`() async throws {
        let (wallet, account) = try await wallet()
        let vouched = try await wallet.session.signer.deviceAccount(account)
        #expect(try vouched?.token == token())
        let proof = try await wallet.session.proof(passphrase: secret(Wallet.passphrase))
        #expect(try proof.deviceAccount(account)?.token?.library == Self.library)
        // It stays good for the one batch.
        #expect(try proof.release(account)?.account.publicKey == account)
        #expect(throws: WalletKeyError.locked) { try proof.deviceAccount(account) }
        await #expect(throws: WalletKeyError.keyOutside) {
            _ = try await wallet.session.signer.sign(messages: [[1]], as: account)
        }
        var contents = Array(try wallet.folder.bytes().dropLast(32))
        let start = try #require(contents.firstRange(of: Array(Self.library.utf8))?.lowerBound)
        contents[start + 5] ^= 1
        let edited = try Wallet()
        try edited.folder.write(contents + SaltHash.sha256(contents))
        await #expect(throws: WalletKeyError.vaultForged) {
            try await edited.session.unlock(passphrase: secret(Wallet.passphrase))
        }
    }

    @Test func `a path is absolute, short and one line`() {
        for path in ["", "token.so", "./token.so", "/a\nb", "/\u{0}", "/" + String(repeating: "x", count: 1024)] {
            #expect(VaultToken(library: path, folders: [], serial: "", label: "") == nil)
            #expect(VaultToken(library: "/l", folders: [path], serial: "", label: "") == nil)
        }
        let folders = Array(repeating: "/f", count: 9)
        #expect(VaultToken(library: "/l", folders: folders, serial: "", label: "") == nil)
        #expect(VaultToken(library: "/l", folders: Array(folders.dropFirst()), serial: "", label: "") != nil)
        #expect(VaultToken(library: "/l", folders: [], serial: String(repeating: "x", count: 49), label: "") == nil)
        #expect(VaultToken(library: "/l", folders: [], serial: "", label: String(repeating: "x", count: 97)) == nil)
    }

    @Test func `what the file says is what was written, and each other spelling is refused`() async throws {
        let (wallet, account) = try await wallet()
        let bytes = try wallet.folder.bytes()
        #expect(try Vault(decoding: bytes).encoded() == bytes)
        let contents = Array(bytes.dropLast(32))
        let start = try #require(contents.firstRange(of: account.bytes)?.lowerBound)
        // The key, its position, the flags and no steps stand before the kind.
        let kind = start + 32 + 2 + 1 + 1
        #expect(contents[kind] == 2)
        func refused(_ change: (inout [UInt8]) -> Void) -> Bool {
            var changed = contents
            change(&changed)
            return (try? Vault(decoding: changed + SaltHash.sha256(changed))) == nil
        }
        for other: UInt8 in [0, 1, 3, 255] { #expect(refused { $0[kind] = other }) }
        // Formats in which nobody knows a token.
        for format: UInt8 in 1...6 { #expect(refused { $0[14] = format }) }
        // A path that begins elsewhere, text that is none, and more folders than a library gets.
        #expect(refused { $0[kind + 3] = UInt8(ascii: "x") })
        #expect(refused { $0[kind + 4] = 0xFF })
        #expect(refused { $0[kind + 3 + Self.library.utf8.count] = 9 })
        for end in stride(from: 0, to: contents.count, by: 7) {
            let cut = Array(contents[..<end])
            #expect(throws: WalletKeyError.self) { try Vault(decoding: cut + SaltHash.sha256(cut)) }
        }
        // A program of the format before says that it can't read it, and which it is.
        var newer = contents
        newer[14] = 8
        #expect(throws: WalletKeyError.vaultUnsupported(version: 8)) {
            try Vault(decoding: newer + SaltHash.sha256(newer))
        }
    }

    @Test func `another reader of the file finds it`() async throws {
        struct Opened: Decodable {
            struct Token: Decodable, Equatable {
                let library: String
                let folders: [String]
                let serial: String
                let label: String
            }
            struct Account: Decodable {
                let signer: String
                let indices: [UInt32]
                let token: Token?
            }
            let accounts: [Account]
        }
        let (wallet, _) = try await wallet()
        let output = try PythonScript("vectors_keys.py").run(
            ["open", wallet.folder.path + "/vault"], input: Data(Wallet.passphrase.utf8))
        let found = try JSONDecoder().decode(Opened.self, from: output).accounts
        #expect(found.map(\.signer) == ["vault", "hardware-token"] && found[0].token == nil)
        #expect(
            found[1].token
                == Opened.Token(
                    library: Self.library, folders: ["/var/lib/token"], serial: "0123456789abcdef", label: "mine"))
        #expect(found[1].indices.isEmpty)
    }
}
