import Foundation
import Salt
import SolanaTransactions
import SolanaWalletAdapter
import TestSupport
import Testing

struct EncryptedFileStorageTests {
    private let folder: URL
    private let path: String
    private let key = StoredSecret(SecretBytes.random(count: 32))

    init() throws {
        folder = ScratchRoot.url.appending(path: "storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "connections").path
    }

    private func name(_ number: Int) throws -> StorageKey {
        try #require(StorageKey(bytes: SaltHash.sha256(Array("\(number)".utf8))))
    }

    private func secret(_ text: String) -> StoredSecret { StoredSecret(SecretBytes(copying: Array(text.utf8))) }

    private func text(_ secret: StoredSecret?) -> String? {
        secret.map { String(decoding: $0.bytes.disclosed(), as: UTF8.self) }
    }

    private func fault(_ body: () async throws(SecureStorageError) -> Void) async -> SecureStorageError? {
        do throws(SecureStorageError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    private func readAll(_ key: StoredSecret) async -> SecureStorageError? {
        await fault { () throws(SecureStorageError) in
            _ = try await EncryptedFileStorage(path: path, key: key).retrieveAll()
        }
    }

    @Test func `what is stored is found by another value of the same key, and by no other`() async throws {
        let storage = try EncryptedFileStorage(path: path, key: key)
        #expect(try await storage.retrieveAll().isEmpty)
        try await storage.store(secret("one"), for: name(1))
        try await storage.store(secret(""), for: name(2))
        try await storage.store(secret("another one"), for: name(1))
        let again = try EncryptedFileStorage(path: path, key: key)
        #expect(text(try await again.retrieve(name(1))) == "another one")
        #expect(text(try await again.retrieve(name(2))) == "")
        #expect(try await again.retrieve(name(3)) == nil)
        try await again.clear(name(1))
        try await again.clear(name(1))
        #expect(try await storage.retrieveAll().keys.map(\.self) == [name(2)])
        #expect(await readAll(StoredSecret(SecretBytes.random(count: 32))) == .notAuthentic)
        #expect(
            await readAll(StoredSecret(SecretBytes.random(count: 31))) == .wrongKeyCount(found: 31))
    }

    @Test func `the file is private, holds nothing in clear, and is written anew each time`() async throws {
        let storage = try EncryptedFileStorage(path: path, key: key)
        try await storage.store(secret("the session's token"), for: name(1))
        let first = try Data(contentsOf: URL(filePath: path))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(first.prefix(13) == Data("SKCONNECTION".utf8) + [1])
        #expect(first.range(of: Data("token".utf8)) == nil)
        #expect(first.range(of: Data(try name(1).bytes)) == nil)
        try await storage.store(secret("the session's token"), for: name(1))
        #expect(try Data(contentsOf: URL(filePath: path)).dropFirst(13).prefix(24) != first.dropFirst(13).prefix(24))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "connections", "connections.lock",
            ])
    }

    @Test func `a change anywhere in the file is seen`() async throws {
        try await EncryptedFileStorage(path: path, key: key).store(secret("one"), for: name(1))
        let whole = try Data(contentsOf: URL(filePath: path))
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x40
            try Self.replace(path, with: changed)
            let expected: SecureStorageError =
                index < 12 ? .damaged(offset: 0) : index == 12 ? .unsupportedVersion(0x41) : .notAuthentic
            #expect(await readAll(key) == expected, "byte \(index)")
        }
        for count in 0..<whole.count {
            try Self.replace(path, with: whole.prefix(count))
            #expect(await readAll(key) == (count < 37 ? .damaged(offset: 0) : .notAuthentic), "\(count) bytes")
        }
    }

    @Test func `a damaged file is kept and not written over`() async throws {
        try Self.replace(path, with: Data("something else".utf8))
        let end = await fault { () throws(SecureStorageError) in
            try await EncryptedFileStorage(path: path, key: key).store(secret("one"), for: name2)
        }
        #expect(end == .damaged(offset: 0))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("something else".utf8))
    }

    private var name2: StorageKey { StorageKey(bytes: [UInt8](repeating: 2, count: 32)) ?? Self.zero }
    private static let zero = StorageKey(
        wallet: "", app: AppIdentity(name: "", url: ""), cluster: .devnet, publicKey: PublicKey())

    @Test func `a file of others, a link and a FIFO are refused`() async throws {
        try await EncryptedFileStorage(path: path, key: key).store(secret("one"), for: name(1))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(await readAll(key) == .refused)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(await readAll(key) == nil)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".moved")
        #expect(await readAll(key) == .refused)
        try FileManager.default.removeItem(atPath: path)
        mkfifo(path, 0o600)
        #expect(await readAll(key) == .refused)
    }

    @Test func `changes by several at once are all kept`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let storage = try EncryptedFileStorage(path: path, key: key)
                    try await storage.store(secret("\(number)"), for: name(number))
                }
            }
            try await group.waitForAll()
        }
        let all = try await EncryptedFileStorage(path: path, key: key).retrieveAll()
        #expect(all.count == 24)
        #expect(text(try all[name(17)]) == "17")
    }

    @Test func `what is too large isn't taken, and a folder that isn't there is told`() async throws {
        let storage = try EncryptedFileStorage(path: path, key: key)
        let large = StoredSecret(SecretBytes(count: SecureStorageLimits.secretCount + 1) { _ in })
        #expect(
            await fault { () throws(SecureStorageError) in try await storage.store(large, for: name2) }
                == .tooLarge(count: 65_537))
        let nowhere = try EncryptedFileStorage(path: folder.path + "/none/connections", key: key)
        #expect(
            await fault { () throws(SecureStorageError) in try await nowhere.store(secret("x"), for: name2) }
                == .system(errno: ENOENT))
    }

    private static func replace(_ path: String, with bytes: Data) throws {
        try bytes.write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
