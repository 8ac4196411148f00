import CTss2
import Salt
public import TPMSeals

/// A TPM 2.0 that seals 32 bytes under a PIN, and counts wrong PINs.
///
/// | | what happens at the TPM |
/// |---|---|
/// | ``lockout()`` | its properties are read |
/// | ``seal(_:pin:)`` | a storage key is made from its owner's seed, the secret is sealed below it and opened once |
/// | ``unseal(_:pin:)`` | the same key is made, the seal loaded and opened |
///
/// Nothing stays in the TPM. PIN and secret cross the bus encrypted, in a session whose key is encrypted to the storage key, and the session proves the
/// PIN without telling it. An attacker between processor and TPM who puts a storage key of their own in that place would have both: so the key's name is kept in
/// the seal, and no PIN is used below another.
///
/// Sources: TPM 2.0 Library, Part 1, sections 19 (sessions, dictionary attack), 21 (parameter encryption); Part 3, sections 12.1, 12.2, 12.7, 24.1.
public final class TPM {
    private let link: TPMLink
    private let interface: UnsafeMutablePointer<TPMInterface>
    private let context: OpaquePointer

    /// - Throws: ``TPMFault``.
    public init(over link: TPMLink) throws(TPMFault) {
        self.link = link
        interface = .allocate(capacity: 1)
        interface.initialize(to: TPMInterface(link))
        var context: OpaquePointer?
        let code = Esys_Initialize(&context, OpaquePointer(interface), nil)
        guard code == 0, let context else {
            interface.deallocate()
            throw .other(code: code)
        }
        self.context = context
    }

    deinit {
        var context: OpaquePointer? = context
        Esys_Finalize(&context)
        interface.deallocate()
    }

    /// The state of its guard against guessing.
    ///
    /// - Throws: ``TPMFault``.
    public func lockout() throws(TPMFault) -> TPMLockout {
        let flags = try property(Property.permanent)
        return TPMLockout(
            isLocked: flags & Property.isLocked != 0, failures: try property(Property.failures),
            most: try property(Property.most), interval: try property(Property.interval))
    }

    /// Seals a secret of 32 bytes, and opens it once to see that it can.
    ///
    /// - Throws: ``TPMFault``; ``TPMFault/unguarded`` for a TPM that doesn't limit wrong PINs.
    public func seal(_ secret: TPMSecret, pin: TPMPIN) throws(TPMFault) -> TPMSeal {
        let lockout = try lockout()
        guard !lockout.isLocked else { throw .locked(seconds: Int(lockout.interval)) }
        guard lockout.isGuarding else { throw .unguarded }
        let seal = try withStorageKey { key throws(TPMFault) in
            let name = try name(of: key)
            return try withSession(to: key) { session throws(TPMFault) in
                try create(secret, pin, below: key, named: name, session)
            }
        }
        guard try unseal(seal, pin: pin).bytes.isEqual(to: secret.bytes) else { throw .failed }
        return seal
    }

    /// Opens a seal.
    ///
    /// - Throws: ``TPMFault``; ``TPMFault/otherTPM`` before the PIN is used if this TPM didn't make it.
    public func unseal(_ seal: TPMSeal, pin: TPMPIN) throws(TPMFault) -> TPMSecret {
        try withStorageKey { key throws(TPMFault) in
            guard try name(of: key) == seal.parent else { throw .otherTPM }
            return try withSession(to: key) { session throws(TPMFault) in
                let object = try load(seal, below: key, session)
                defer { Esys_FlushContext(context, object) }
                var auth = TPM2B_DIGEST()
                pin.bytes.withBytes { Self.set(&auth.buffer, &auth.size, $0) }
                try check(Esys_TR_SetAuth(context, object, &auth))
                var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
                let code = Esys_Unseal(context, object, session, TR.none, TR.none, &data)
                defer { Esys_Free(data) }
                try checkPIN(code)
                guard let data, data.pointee.size == TPMSecret.count else { throw .failed }
                let secret = withUnsafeBytes(of: &data.pointee.buffer) {
                    TPMSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.prefix(TPMSecret.count))))
                }
                guard let secret else { throw .failed }
                return secret
            }
        }
    }

    // MARK: Steps

    /// Makes the storage key, which is the same each time until the TPM is cleared, and takes it out again.
    ///
    /// It has the form of the TCG's storage root key (TPM v2.0 Provisioning Guidance, section 7.5.1): P-256, AES-128, no password, not counted.
    private func withStorageKey<Value: ~Copyable>(
        _ body: (_ key: UInt32) throws(TPMFault) -> Value
    ) throws(TPMFault) -> Value {
        var template = TPM2B_PUBLIC()
        template.publicArea.type = TPM2_ALG_ECC
        template.publicArea.nameAlg = TPM2_ALG_SHA256
        template.publicArea.objectAttributes =
            Attribute.fixedTPM | Attribute.fixedParent | Attribute.sensitiveDataOrigin | Attribute.userWithAuth
            | Attribute.noDictionaryAttack | Attribute.restricted | Attribute.decrypt
        template.publicArea.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_AES
        template.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
        template.publicArea.parameters.eccDetail.symmetric.mode.aes = TPM2_ALG_CFB
        template.publicArea.parameters.eccDetail.scheme.scheme = TPM2_ALG_NULL
        template.publicArea.parameters.eccDetail.curveID = TPM2_ECC_NIST_P256
        template.publicArea.parameters.eccDetail.kdf.scheme = TPM2_ALG_NULL
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var key = TR.none
        let code = Esys_CreatePrimary(
            context, TR.owner, TR.password, TR.none, TR.none, &sensitive, &template, &outside, &registers, &key, nil,
            nil, nil, nil)
        if [Code.badAuth, Code.authFail, Code.hierarchy].contains(Code.base(code)) { throw .owned }
        try check(code)
        defer { Esys_FlushContext(context, key) }
        return try body(key)
    }

    /// Opens a session whose key is encrypted to the storage key, and which encrypts what it carries both ways.
    private func withSession<Value: ~Copyable>(
        to key: UInt32, _ body: (_ session: UInt32) throws(TPMFault) -> Value
    ) throws(TPMFault) -> Value {
        var symmetric = TPMT_SYM_DEF()
        symmetric.algorithm = TPM2_ALG_AES
        symmetric.keyBits.aes = 128
        symmetric.mode.aes = TPM2_ALG_CFB
        var session = TR.none
        try check(
            Esys_StartAuthSession(
                context, key, TR.none, TR.none, TR.none, TR.none, nil, TPM2_SE(TPM2_SE_HMAC), &symmetric,
                TPM2_ALG_SHA256, &session))
        defer { Esys_FlushContext(context, session) }
        let attributes = TPMA_SESSION(SessionAttribute.all)
        try check(Esys_TRSess_SetAttributes(context, session, attributes, 0xFF))
        return try body(session)
    }

    private func create(
        _ secret: TPMSecret, _ pin: TPMPIN, below key: UInt32, named parent: [UInt8], _ session: UInt32
    ) throws(TPMFault) -> TPMSeal {
        var template = TPM2B_PUBLIC()
        template.publicArea.type = TPM2_ALG_KEYEDHASH
        template.publicArea.nameAlg = TPM2_ALG_SHA256
        // Without `noDA`: wrong PINs count.
        template.publicArea.objectAttributes = Attribute.fixedTPM | Attribute.fixedParent | Attribute.userWithAuth
        template.publicArea.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL
        var sensitive = TPM2B_SENSITIVE_CREATE()
        pin.bytes.withBytes { Self.set(&sensitive.sensitive.userAuth.buffer, &sensitive.sensitive.userAuth.size, $0) }
        secret.bytes.withBytes { Self.set(&sensitive.sensitive.data.buffer, &sensitive.sensitive.data.size, $0) }
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var privateArea: UnsafeMutablePointer<TPM2B_PRIVATE>?
        var publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?
        defer {
            Esys_Free(privateArea)
            Esys_Free(publicArea)
        }
        try check(
            Esys_Create(
                context, key, session, TR.none, TR.none, &sensitive, &template, &outside, &registers, &privateArea,
                &publicArea, nil, nil, nil))
        var privateBytes = [UInt8](repeating: 0, count: TPMSeal.areaBounds.upperBound)
        var publicBytes = privateBytes
        var (privateCount, publicCount) = (0, 0)
        try check(Tss2_MU_TPM2B_PRIVATE_Marshal(privateArea, &privateBytes, privateBytes.count, &privateCount))
        try check(Tss2_MU_TPM2B_PUBLIC_Marshal(publicArea, &publicBytes, publicBytes.count, &publicCount))
        guard
            let seal = TPMSeal(
                parent: parent, publicArea: Array(publicBytes.prefix(publicCount)),
                privateArea: Array(privateBytes.prefix(privateCount)))
        else { throw .failed }
        return seal
    }

    private func load(_ seal: TPMSeal, below key: UInt32, _ session: UInt32) throws(TPMFault) -> UInt32 {
        var publicArea = TPM2B_PUBLIC()
        var privateArea = TPM2B_PRIVATE()
        var (publicOffset, privateOffset) = (0, 0)
        // What isn't of this form was made by no TPM.
        guard
            Tss2_MU_TPM2B_PUBLIC_Unmarshal(seal.publicArea, seal.publicArea.count, &publicOffset, &publicArea) == 0,
            Tss2_MU_TPM2B_PRIVATE_Unmarshal(seal.privateArea, seal.privateArea.count, &privateOffset, &privateArea)
                == 0,
            publicOffset == seal.publicArea.count, privateOffset == seal.privateArea.count
        else { throw .otherTPM }
        var object = TR.none
        let code = Esys_Load(context, key, session, TR.none, TR.none, &privateArea, &publicArea, &object)
        if Code.base(code) == Code.integrity { throw .otherTPM }
        try check(code)
        return object
    }

    private func name(of object: UInt32) throws(TPMFault) -> [UInt8] {
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        // Computed from the public area, not believed.
        try check(Esys_TR_GetName(context, object, &name))
        defer { Esys_Free(name) }
        guard let name, name.pointee.size == TPMSeal.nameCount else { throw .failed }
        return withUnsafeBytes(of: &name.pointee.name) { Array($0.prefix(TPMSeal.nameCount)) }
    }

    private func property(_ number: UInt32) throws(TPMFault) -> UInt32 {
        var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        try check(
            Esys_GetCapability(
                context, TR.none, TR.none, TR.none, TPM2_CAP(TPM2_CAP_TPM_PROPERTIES), number, 1, nil, &data))
        defer { Esys_Free(data) }
        guard let data, data.pointee.data.tpmProperties.count > 0 else { throw .failed }
        let first = data.pointee.data.tpmProperties.tpmProperty.0
        guard first.property == number else { throw .failed }
        return first.value
    }

    // MARK: Faults

    private func check(_ code: TSS2_RC) throws(TPMFault) {
        guard code != 0 else { return }
        if let fault = link.fault { throw fault }
        if code == Code.lockout { throw .locked(seconds: try? Int(property(Property.interval))) }
        throw .other(code: code)
    }

    /// Tells a wrong PIN from other faults. The one that reaches the limit locks the TPM, which is what the user has to know.
    private func checkPIN(_ code: TSS2_RC) throws(TPMFault) {
        guard Code.base(code) == Code.authFail else { return try check(code) }
        guard let lockout = try? lockout() else { throw .pinWrong(retries: nil) }
        guard lockout.retries > 0 else { throw .locked(seconds: Int(lockout.interval)) }
        throw .pinWrong(retries: lockout.retries)
    }

    private static func set<Buffer>(_ buffer: inout Buffer, _ count: inout UInt16, _ bytes: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &buffer) { room in
            let fitting = UnsafeRawBufferPointer(rebasing: bytes.prefix(room.count))
            room.copyBytes(from: fitting)
            count = UInt16(fitting.count)
        }
    }

    // MARK: Numbers (TPM 2.0 Library, Part 2), which Swift doesn't see in the headers

    private enum TR {
        static let none: UInt32 = 0xFFF
        static let password: UInt32 = 0x0FF
        static let owner: UInt32 = 0x101
    }

    private enum Attribute {
        static let fixedTPM: UInt32 = 1 << 1
        static let fixedParent: UInt32 = 1 << 4
        static let sensitiveDataOrigin: UInt32 = 1 << 5
        static let userWithAuth: UInt32 = 1 << 6
        static let noDictionaryAttack: UInt32 = 1 << 10
        static let restricted: UInt32 = 1 << 16
        static let decrypt: UInt32 = 1 << 17
    }

    private enum SessionAttribute {
        /// Continue, and encrypt the first parameter of command (decrypted by the TPM) and answer.
        static let all: UInt8 = 1 << 0 | 1 << 5 | 1 << 6
    }

    private enum Property {
        static let permanent: UInt32 = 0x200
        static let isLocked: UInt32 = 1 << 9
        static let failures: UInt32 = 0x20E
        static let most: UInt32 = 0x20F
        static let interval: UInt32 = 0x210
    }

    private enum Code {
        static let integrity: TSS2_RC = 0x9F
        static let authFail: TSS2_RC = 0x8E
        static let badAuth: TSS2_RC = 0xA2
        static let hierarchy: TSS2_RC = 0x85
        static let lockout: TSS2_RC = 0x921

        /// A code of the TPM's without the number of the parameter, handle or session that it is about; others as they stand.
        static func base(_ code: TSS2_RC) -> TSS2_RC { code < 0x1000 && code & 0x80 != 0 ? code & 0xBF : code }
    }
}
