import Foundation
import Salt
import Testing
import WalletKeys

@Suite(.timeLimit(.minutes(5)))
struct VaultFileTests {
    @Test func `the file is for its owner alone, and nothing else is left`() async throws {
        let wallet = try await Wallet.created()
        #expect(try wallet.folder.names == ["vault"])
        let attributes = try FileManager.default.attributesOfItem(atPath: wallet.folder.path + "/vault")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a new generation keeps the one before`() async throws {
        let wallet = try await Wallet.created()
        let first = try #require(try wallet.file.read())
        #expect(try wallet.file.readPrevious() == nil)
        for generation in 2...4 as ClosedRange<UInt64> {
            var next = first
            next.generation = generation
            try wallet.file.replace(with: next)
            #expect(try wallet.file.read()?.generation == generation)
            #expect(try wallet.file.readPrevious()?.generation == generation - 1)
            #expect(try wallet.folder.names == ["vault", "vault.previous"])
        }
    }

    @Test func `what a crash left aside is no vault and doesn't hinder the next`() async throws {
        let wallet = try Wallet()
        try wallet.folder.write([1, 2, 3], to: "vault.new")
        #expect(try wallet.file.read() == nil)
        try await wallet.create()
        #expect(try wallet.folder.names == ["vault"])
    }

    @Test func `a vault whose file was removed by hand isn't overwritten by a new wallet`() async throws {
        let wallet = try await Wallet.created()
        try wallet.folder.write(try wallet.folder.bytes(), to: "vault.previous")
        try FileManager.default.removeItem(atPath: wallet.folder.path + "/vault")
        let missing = WalletKeyError.vaultDamaged(VaultDamage(kind: .missing, offset: 0))
        #expect(throws: missing) { try wallet.file.read() }
        await #expect(throws: missing) { try await wallet.create() }
        let other = try Vault(decoding: try wallet.folder.bytes("vault.previous"))
        #expect(throws: WalletKeyError.vaultExists) { try wallet.file.create(other) }
        #expect(try wallet.folder.names == ["vault.previous"])
    }

    @Test func `a damaged file isn't overwritten by a new wallet`() async throws {
        let wallet = try Wallet()
        try wallet.folder.write([])
        await #expect(throws: WalletKeyError.vaultDamaged(VaultDamage(kind: .cut, offset: 0))) {
            try await wallet.create()
        }
        let vault = try Vault(decoding: try await Wallet.created().folder.bytes())
        #expect(throws: WalletKeyError.vaultExists) { try wallet.file.create(vault) }
        #expect(try wallet.folder.bytes().isEmpty)
    }

    @Test(arguments: [0o640, 0o604, 0o610, 0o777])
    func `a file that others may open is refused`(_ mode: Int) async throws {
        let wallet = try await Wallet.created()
        try wallet.folder.setMode(mode)
        #expect(throws: WalletKeyError.fileRefused) { try wallet.file.read() }
    }

    @Test(arguments: [0o750, 0o701, 0o777])
    func `a folder that others may enter is refused`(_ mode: Int) async throws {
        let wallet = try await Wallet.created()
        try wallet.folder.setMode(mode, of: ".")
        #expect(throws: WalletKeyError.fileRefused) { try wallet.file.read() }
        #expect(throws: WalletKeyError.fileRefused) { try wallet.file.readPrevious() }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `a file or folder of another user is refused`() async throws {
        let wallet = try await Wallet.created()
        try #require(chown(wallet.folder.path + "/vault", 65534, 65534) == 0)
        #expect(throws: WalletKeyError.fileRefused) { try wallet.file.read() }
        try #require(chown(wallet.folder.path + "/vault", 0, 0) == 0)
        #expect(try wallet.file.read() != nil)
        try #require(chown(wallet.folder.path, 65534, 65534) == 0)
        #expect(throws: WalletKeyError.fileRefused) { try wallet.file.read() }
    }

    @Test func `a symbolic link is refused, as file and as folder`() async throws {
        let wallet = try await Wallet.created()
        let other = try ScratchFolder()
        try FileManager.default.createSymbolicLink(
            atPath: other.path + "/vault", withDestinationPath: wallet.folder.path + "/vault")
        #expect(throws: WalletKeyError.fileRefused) { try VaultFile(folder: other.path).read() }
        try FileManager.default.createSymbolicLink(
            atPath: other.path + "/folder", withDestinationPath: wallet.folder.path)
        #expect(throws: WalletKeyError.fileRefused) { try VaultFile(folder: other.path + "/folder").read() }
    }

    @Test func `a folder or FIFO in place of the file is refused and not waited for`() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/vault", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(throws: WalletKeyError.fileRefused) { try VaultFile(folder: folder.path).read() }
        try FileManager.default.removeItem(atPath: folder.path + "/vault")
        try #require(mkfifo(folder.path + "/vault", 0o600) == 0)
        #expect(throws: WalletKeyError.fileRefused) { try VaultFile(folder: folder.path).read() }
    }

    @Test func `a file longer than a vault can be is refused`() throws {
        let folder = try ScratchFolder()
        try folder.write([UInt8](repeating: 0, count: Vault.maximumCount + 10))
        #expect(throws: WalletKeyError.vaultDamaged(VaultDamage(kind: .excess, offset: Vault.maximumCount))) {
            try VaultFile(folder: folder.path).read()
        }
    }

    @Test func `a folder that isn't there is an error, not an empty wallet`() {
        #expect(throws: WalletKeyError.storage(errno: ENOENT)) {
            try VaultFile(folder: "/nonexistent-sidekey").read()
        }
    }
}
