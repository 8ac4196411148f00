import Salt
import SolanaTransactions

extension Vault {
    static let magic = Array("sidekey vault\n".utf8)
    private static let headCount = 16
    private static let unattendedFlag: UInt32 = 1
    static let slotBounds = 1...16
    static let accountBounds = 0...1024
    private static let sealedBounds = UInt32(SaltAEAD.overhead)...(1 << 18)

    /// Reads a vault from exactly the bytes of its file; any input ends in a vault or an error.
    ///
    /// - Throws: ``WalletKeyError/vaultDamaged(_:)``, ``WalletKeyError/vaultUnsupported(version:)``.
    public init(decoding bytes: [UInt8]) throws(WalletKeyError) {
        let contents: ArraySlice<UInt8>
        let format: UInt16
        do throws(VaultDamage) {
            (format, contents) = try Self.open(bytes)
        } catch {
            throw .vaultDamaged(error)
        }
        guard Self.formats.contains(format) else { throw .vaultUnsupported(version: format) }
        do throws(VaultDamage) {
            try self.init(format: format, contents: contents)
        } catch {
            throw .vaultDamaged(error)
        }
    }

    /// The bytes of the file.
    public func encoded() -> [UInt8] {
        var bytes = header
        bytes.append(contentsOf: sealed.nonce.bytes)
        bytes.append(littleEndian: UInt32(clamping: sealed.bytes.count))
        bytes.append(contentsOf: sealed.bytes)
        return bytes + SaltHash.sha256(bytes)
    }

    /// Everything before the nonce, which is authenticated together with the secrets.
    var header: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: format)
        bytes.append(littleEndian: isUnattended ? Self.unattendedFlag : 0)
        bytes.append(contentsOf: identifier)
        bytes.append(littleEndian: generation)
        bytes.append(littleEndian: UInt16(clamping: slots.count))
        for slot in slots { slot.encode(into: &bytes) }
        bytes.append(littleEndian: UInt16(clamping: accounts.count))
        for account in accounts { account.encode(into: &bytes, format: format) }
        return bytes
    }

    /// Checks the parts that don't depend on the format, and returns the contents between the format and the checksum.
    private static func open(_ bytes: [UInt8]) throws(VaultDamage) -> (format: UInt16, contents: ArraySlice<UInt8>) {
        guard bytes.count <= maximumCount else { throw VaultDamage(kind: .excess, offset: maximumCount) }
        guard bytes.starts(with: magic.prefix(bytes.count)) else { throw VaultDamage(kind: .notVault, offset: 0) }
        let end = bytes.count - SaltHash.SHA256.count
        guard end >= headCount else { throw VaultDamage(kind: .cut, offset: bytes.count) }
        guard SaltHash.sha256(Array(bytes[..<end])) == Array(bytes[end...]) else {
            throw VaultDamage(kind: .checksum, offset: end)
        }
        var reader = ByteReader(bytes[magic.count..<headCount])
        return (try reader.integer(UInt16.self), bytes[headCount..<end])
    }

    private init(format: UInt16, contents: ArraySlice<UInt8>) throws(VaultDamage) {
        self.format = format
        var reader = ByteReader(contents)
        let flags = try reader.integer(UInt32.self)
        guard flags & ~Self.unattendedFlag == 0 else { throw reader.fault(at: Self.headCount) }
        isUnattended = flags & Self.unattendedFlag != 0
        identifier = Array(try reader.take(16))
        let generationStart = reader.offset
        generation = try reader.integer(UInt64.self)
        guard generation > 0 else { throw reader.fault(at: generationStart) }

        slots = []
        for _ in 0..<(try reader.count(Self.slotBounds)) {
            slots.append(try VaultSlot(reading: &reader, format: format))
        }

        accounts = []
        for _ in 0..<(try reader.count(Self.accountBounds)) {
            let start = reader.offset
            let account = try VaultAccount(reading: &reader, format: format)
            guard !accounts.contains(where: { $0.publicKey == account.publicKey }) else {
                throw reader.fault(at: start)
            }
            accounts.append(account)
        }

        let nonce = try reader.nonce()
        let countStart = reader.offset
        let count = try reader.integer(UInt32.self)
        guard Self.sealedBounds.contains(count) else { throw reader.fault(at: countStart) }
        sealed = SealedSecrets(nonce: nonce, bytes: Array(try reader.take(Int(count))))
        try reader.expectEnd()
    }
}

extension VaultAccount {
    private static let hiddenFlag: UInt8 = 1

    init(reading reader: inout ByteReader, format: UInt16) throws(VaultDamage) {
        let publicKeyStart = reader.offset
        let publicKeyBytes = try reader.take(PublicKey.count)
        guard let publicKey = try? PublicKey(bytes: publicKeyBytes) else { throw reader.fault(at: publicKeyStart) }
        let secret = try reader.integer(UInt16.self)
        let flagsStart = reader.offset
        let flags = format == 1 ? 0 : try reader.integer(UInt8.self)
        guard flags & ~Self.hiddenFlag == 0 else { throw reader.fault(at: flagsStart) }
        let pathStart = reader.offset
        let steps = try reader.integer(UInt8.self)
        var indices: [UInt32] = []
        for _ in 0..<steps { indices.append(try reader.integer(UInt32.self)) }
        let isSeed = format >= Vault.seedFormat && indices == DerivationPath.seed.indices
        guard let path = isSeed ? .seed : DerivationPath(indices) else { throw reader.fault(at: pathStart) }
        let signerStart = reader.offset
        var signer = AccountSigner.vault
        if format >= Vault.signerFormat, secret == AccountSigner.outside {
            guard let found = AccountSigner(kind: try reader.integer(UInt8.self), format: format), found.holds(path)
            else { throw reader.fault(at: signerStart) }
            signer = found
        }
        let token = signer == .hardwareToken ? try VaultToken(reading: &reader) : nil
        let labelStart = reader.offset
        let labelBytes = try reader.take(Int(try reader.integer(UInt8.self)))
        guard labelBytes.count <= Self.maximumLabelCount, let label = String(validating: labelBytes, as: UTF8.self)
        else {
            throw reader.fault(at: labelStart)
        }
        self.init(
            publicKey: publicKey, path: path, label: label, secret: secret, isHidden: flags & Self.hiddenFlag != 0,
            signer: signer, token: token)
    }

    func encode(into bytes: inout [UInt8], format: UInt16) {
        bytes.append(contentsOf: publicKey.bytes)
        bytes.append(littleEndian: secret)
        if format > 1 { bytes.append(isHidden ? Self.hiddenFlag : 0) }
        bytes.append(UInt8(clamping: path.indices.count))
        for index in path.indices { bytes.append(littleEndian: index) }
        if let kind = signer.kind { bytes.append(kind) }
        token?.encode(into: &bytes)
        bytes.append(UInt8(clamping: label.utf8.count))
        bytes.append(contentsOf: label.utf8)
    }
}

/// Reads little-endian fields from the front of bytes and never past their end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    var isAtEnd: Bool { offset == bytes.endIndex }

    mutating func take(_ count: Int) throws(VaultDamage) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - offset else { throw VaultDamage(kind: .cut, offset: offset) }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) throws(VaultDamage) -> Value {
        try take(Value.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Value($1) }
    }

    /// A count that stands in 16 bits.
    mutating func count(_ bounds: ClosedRange<Int>) throws(VaultDamage) -> Int {
        let start = offset
        let count = Int(try integer(UInt16.self))
        guard bounds.contains(count) else { throw VaultDamage(kind: .field, offset: start) }
        return count
    }

    mutating func nonce() throws(VaultDamage) -> Nonce {
        let start = offset
        let bytes = try take(Nonce.count)
        guard let nonce = try? Nonce(bytes: bytes) else { throw fault(at: start) }
        return nonce
    }

    func fault(at start: Int) -> VaultDamage { VaultDamage(kind: .field, offset: start) }

    func expectEnd() throws(VaultDamage) {
        guard isAtEnd else { throw VaultDamage(kind: .excess, offset: offset) }
    }
}

extension [UInt8] {
    /// Appends an integer, its least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
