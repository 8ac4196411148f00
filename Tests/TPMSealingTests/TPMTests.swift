import Foundation
import Glibc
import Salt
import TPMSealing
import TPMSeals
import TestSupport
import Testing

/// Sealing under a PIN, by a TPM in software that speaks the real protocol (`swtpm`).
@Suite(.timeLimit(.minutes(5))) struct TPMTests {
    private let software: SoftwareTPM
    private let secret = Salt.randomBytes(count: 32)

    init() throws { software = try SoftwareTPM() }

    /// Does something over a new connection, as each `sidekey-device` makes one.
    private func use<Value>(
        _ path: String? = nil, limit: Duration = TPMLink.limit, _ body: (TPM, TPMLink) throws -> Value
    ) throws -> Value {
        let descriptor = try #require(UnixSocketEnd.connect(path ?? software.path))
        defer { close(descriptor) }
        let link = TPMLink(over: descriptor, limit: limit)
        return try body(try TPM(over: link), link)
    }

    private func pin(_ digits: String) throws -> TPMPIN {
        guard let pin = TPMPIN(SecretBytes(copying: Array(digits.utf8))) else { throw TestFault("no PIN: \(digits)") }
        return pin
    }

    private func seal(_ digits: String = "864209", at path: String? = nil) throws -> TPMSeal {
        let pin = try pin(digits)
        guard let sealed = TPMSecret(SecretBytes(copying: secret)) else { throw TestFault("no secret") }
        return try use(path) { tpm, _ in try tpm.seal(sealed, pin: pin) }
    }

    private func unseal(_ seal: TPMSeal, _ digits: String = "864209", at path: String? = nil) throws -> [UInt8] {
        let pin = try pin(digits)
        return try use(path) { tpm, _ in try tpm.unseal(seal, pin: pin).bytes.disclosed() }
    }

    private func lockout() throws -> TPMLockout { try use { tpm, _ in try tpm.lockout() } }

    @Test func `a seal opens with its PIN each time, also after a restart`() throws {
        let seal = try seal()
        for _ in 0..<3 { #expect(try unseal(seal) == secret) }
        software.kill()
        try software.start()
        #expect(try unseal(seal) == secret)
    }

    @Test func `nothing stays in the TPM`() throws {
        let seal = try seal()
        // A TPM without the kernel's resource manager has room for three objects and three sessions.
        for _ in 0..<5 {
            #expect(try unseal(seal) == secret)
            #expect(throws: TPMFault.self) { try unseal(seal, "000000") }
            try software.run("tpm2_dictionarylockout", ["-c"])
        }
    }

    @Test func `wrong PINs count down, and at the limit the right one opens nothing either`() throws {
        try software.limit(4, interval: 1000)
        let seal = try seal()
        for left in [3, 2, 1] {
            #expect(throws: TPMFault.pinWrong(retries: left)) { try unseal(seal, "000000") }
        }
        #expect(throws: TPMFault.locked(seconds: 1000)) { try unseal(seal, "000000") }
        #expect(throws: TPMFault.locked(seconds: 1000)) { try unseal(seal) }
        #expect(throws: TPMFault.locked(seconds: 1000)) { try self.seal() }
        #expect(try lockout() == TPMLockout(isLocked: true, failures: 4, most: 4, interval: 1000))
    }

    @Test func `a lockout outlives the machine's restart, and ends after the TPM's own time`() throws {
        let seal = try seal()
        try software.limit(3, interval: 4)
        for _ in 0..<3 { #expect(throws: TPMFault.self) { try unseal(seal, "000000") } }
        software.kill()
        try software.start()
        #expect(throws: TPMFault.locked(seconds: 4)) { try unseal(seal) }
        #expect(Deadline(seconds: 30).wait { (try? unseal(seal)) == secret })
    }

    @Test func `another machine's TPM opens nothing and counts nothing`() throws {
        let seal = try seal()
        let other = try SoftwareTPM()
        #expect(throws: TPMFault.otherTPM) { try unseal(seal, at: other.path) }
        #expect(try use(other.path) { tpm, _ in try tpm.lockout().failures } == 0)
    }

    @Test func `a TPM that was cleared opens nothing and counts nothing`() throws {
        let seal = try seal()
        try software.clear()
        #expect(throws: TPMFault.otherTPM) { try unseal(seal) }
        #expect(try lockout().failures == 0)
        #expect(try unseal(self.seal()) == secret)
    }

    @Test(arguments: ["parent", "public", "private"])
    func `a seal that was changed opens nothing`(part: String) throws {
        let seal = try seal()
        func changed(_ bytes: [UInt8], _ name: String) -> [UInt8] {
            guard name == part else { return bytes }
            var bytes = bytes
            bytes[bytes.count - 1] ^= 1
            return bytes
        }
        let other = try #require(
            TPMSeal(
                parent: changed(seal.parent, "parent"), publicArea: changed(seal.publicArea, "public"),
                privateArea: changed(seal.privateArea, "private")))
        #expect(throws: TPMFault.otherTPM) { try unseal(other) }
        #expect(try unseal(seal) == secret)
    }

    @Test(arguments: [(3, 0), (3, 59), (101, 1000), (1_000_000, 1)])
    func `a TPM that doesn't stop who tries all PINs seals nothing`(most: Int, interval: Int) throws {
        try software.limit(most, interval: interval)
        #expect(throws: TPMFault.unguarded) { try seal() }
    }

    @Test func `a TPM whose owner has a password is told apart`() throws {
        try software.run("tpm2_changeauth", ["-c", "owner", "secret"])
        #expect(throws: TPMFault.owned) { try seal() }
    }

    @Test func `neither PIN nor secret crosses the bus`() throws {
        let digits = "864209"
        let sealing = try TPMBus(to: software)
        let seal = try seal(digits, at: sealing.path)
        let unsealing = try TPMBus(to: software)
        #expect(try unseal(seal, digits, at: unsealing.path) == secret)
        for bytes in [sealing.bytes, unsealing.bytes] {
            // What must cross is there: the record is no empty one.
            #expect(Data(bytes).range(of: Data(seal.publicArea.suffix(32))) != nil)
            #expect(Data(bytes).range(of: Data(secret)) == nil)
            #expect(Data(bytes).range(of: Data(secret.prefix(16))) == nil)
            #expect(Data(bytes).range(of: Data(digits.utf8)) == nil)
        }
    }

    @Test func `a key in the TPM's place gets no PIN`() throws {
        let seal = try seal()
        let honest = try TPMBus(to: software)
        #expect(try unseal(seal, at: honest.path) == secret)
        #expect(honest.commands.contains(Self.startSession) && honest.commands.contains(Self.unseal))
        // Whoever sits on the bus answers with a key of their own, as another TPM does.
        let other = try SoftwareTPM()
        let bus = try TPMBus(to: other)
        #expect(throws: TPMFault.otherTPM) { try unseal(seal, at: bus.path) }
        withExtendedLifetime(other) {}
        #expect(!bus.commands.isEmpty)
        #expect(!bus.commands.contains(Self.startSession) && !bus.commands.contains(Self.unseal))
    }

    private static let startSession: UInt32 = 0x176
    private static let unseal: UInt32 = 0x15E

    @Test func `a TPM that dies or falls silent is told apart, and the link ends when told to`() throws {
        let seal = try seal()
        let pin = try pin("864209")
        try use { tpm, _ in
            software.kill()
            #expect(throws: TPMFault.failed) { try tpm.unseal(seal, pin: pin) }
        }
        try software.start()
        try use(limit: .seconds(1)) { tpm, _ in
            software.freeze()
            #expect(throws: TPMFault.timedOut) { try tpm.unseal(seal, pin: pin) }
        }
        software.kill()
        try software.start()
        try use { tpm, link in
            software.freeze()
            Thread.detachNewThread {
                usleep(200_000)
                link.cancel()
            }
            #expect(throws: TPMFault.cancelled) { try tpm.unseal(seal, pin: pin) }
        }
    }

    @Test(arguments: ["", "12345", "1234567", "12345a", "１２３４５６", "12 456", "12345\u{0}"])
    func `what isn't six digits is no PIN`(text: String) {
        #expect(TPMPIN(SecretBytes(copying: Array(text.utf8))) == nil)
    }
}
