import CFido2
import LibCrypto
public import Salt
public import SecurityKeys

/// A FIDO2 authenticator that is open: a security key, or what a machine has built in.
///
/// It answers by libfido2 and blocks while the user is asked to touch it, so it belongs on a thread of its own; ``cancel()`` may come from another.
///
/// | | what happens at the key |
/// |---|---|
/// | ``make(for:user:name:excluding:challenge:pin:)`` | its PIN if it has one, a touch |
/// | ``use(_:of:salts:challenge:pin:)`` | the same |
/// | ``holds(_:of:)`` | nothing |
///
/// Sources: CTAP 2.1, sections 6.1 (make), 6.2 (use), 6.5 (PIN) and 12.5 (`hmac-secret`).
public final class SecurityKey: @unchecked Sendable {
    /// The length of a challenge and of a salt in bytes.
    public static let challengeCount = 32
    /// The milliseconds in which each answer has to come, touch included. A key's own limit is 30 seconds, and comes first.
    public static let limit: Int32 = 40_000

    // Unchecked: it is never exchanged, and libfido2 lets another thread cancel what one waits for.
    private let device: OpaquePointer

    /// The paths of the keys that are plugged in, at most 16.
    ///
    /// - Throws: ``SecurityKeyFault/other(code:)``.
    public static func paths() throws(SecurityKeyFault) -> [String] {
        let most = 16
        var list = fido_dev_info_new(most)
        defer { fido_dev_info_free(&list, most) }
        var count = 0
        try check(fido_dev_info_manifest(list, most, &count))
        return (0..<min(count, most)).compactMap { index in
            fido_dev_info_ptr(list, index).flatMap { fido_dev_info_path($0) }.map { String(cString: $0) }
        }
    }

    /// Opens the key at a path.
    ///
    /// - Parameter io: the way to it, in place of the system's.
    /// - Throws: ``SecurityKeyFault/removed``; ``SecurityKeyFault/unsupported`` for a key without `hmac-secret`.
    public init(path: String, io: SecurityKeyIO? = nil) throws(SecurityKeyFault) {
        // No output for debugging, and no way back to U2F, which has no secrets.
        fido_init(FIDO_DISABLE_U2F_FALLBACK)
        guard let device = fido_dev_new() else { throw .other(code: FIDO_ERR_INTERNAL) }
        self.device = device
        if var functions = io?.functions { try Self.check(fido_dev_set_io_functions(device, &functions)) }
        try Self.check(fido_dev_set_timeout(device, Self.limit))
        let opened = fido_dev_open(device, path)
        // There is no such key, or not any more.
        guard opened != FIDO_ERR_INTERNAL else { throw .removed }
        try Self.check(opened)
        guard fido_dev_is_fido2(device), try Self.hasSecrets(device) else { throw .unsupported }
    }

    deinit {
        fido_dev_close(device)
        var device: OpaquePointer? = device
        fido_dev_free(&device)
    }

    /// True if the key has a PIN.
    public var hasPIN: Bool { fido_dev_has_pin(device) }

    /// How many wrong PINs it takes before it takes none; nil if it doesn't say.
    public var retries: Int? {
        var count: Int32 = 0
        return fido_dev_get_retry_count(device, &count) == FIDO_OK ? Int(count) : nil
    }

    /// Ends what another thread waits for, which throws ``SecurityKeyFault/cancelled``.
    public func cancel() {
        fido_dev_cancel(device)
    }

    /// Makes a credential that can compute secrets.
    ///
    /// - Parameters:
    ///   - relyingParty: who can ask for it later.
    ///   - user: 16 random bytes; the key tells credentials of one relying party apart by them.
    ///   - name: what a key with a display shows.
    ///   - excluded: credentials of which none may be on this key.
    ///   - pin: empty for a key without one.
    /// - Throws: ``SecurityKeyFault``.
    public func make(
        for relyingParty: String, user: [UInt8], name: String, excluding excluded: [[UInt8]] = [],
        challenge: [UInt8], pin: borrowing SecretBytes
    ) throws(SecurityKeyFault) -> SecurityKeyCredential {
        guard let credential = fido_cred_new() else { throw .other(code: FIDO_ERR_INTERNAL) }
        defer {
            var held: OpaquePointer? = credential
            fido_cred_free(&held)
        }
        try Self.check(fido_cred_set_type(credential, COSE_ES256))
        try Self.check(fido_cred_set_clientdata_hash(credential, challenge, challenge.count))
        try Self.check(fido_cred_set_rp(credential, relyingParty, "Sidekey"))
        try Self.check(fido_cred_set_user(credential, user, user.count, name, name, nil))
        try Self.check(fido_cred_set_extensions(credential, FIDO_EXT_HMAC_SECRET))
        // Anyone who finds the key could list what is stored on it, and it has little room.
        try Self.check(fido_cred_set_rk(credential, FIDO_OPT_OMIT))
        for identifier in excluded { try Self.check(fido_cred_exclude(credential, identifier, identifier.count)) }
        let begun = ContinuousClock.now
        try answered(try with(pin) { fido_dev_make_cred(device, credential, $0) }, since: begun)
        // The key signs its own words, or its maker does: both say that it has made this, for this challenge.
        let isSelfSigned = fido_cred_x5c_ptr(credential) == nil
        let status = isSelfSigned ? fido_cred_verify_self(credential) : fido_cred_verify(credential)
        guard status == FIDO_OK,
            let publicKey = P256PublicKey.subjectPublicKeyInfo(
                point: Self.bytes(fido_cred_pubkey_ptr(credential), fido_cred_pubkey_len(credential)))
        else { throw .invalid }
        let flags = fido_cred_flags(credential)
        return SecurityKeyCredential(
            identifier: Self.bytes(fido_cred_id_ptr(credential), fido_cred_id_len(credential)), publicKey: publicKey,
            isUserVerified: flags & Self.userVerified != 0, counter: fido_cred_sigcount(credential))
    }

    /// True if a credential is on this key. Nobody has to touch it for that.
    ///
    /// - Throws: ``SecurityKeyFault``.
    public func holds(_ credential: [UInt8], of relyingParty: String) throws(SecurityKeyFault) -> Bool {
        let assertion = try Self.assertion(of: credential, relyingParty, Salt.randomBytes(count: Self.challengeCount))
        defer { Self.free(assertion) }
        try Self.check(fido_assert_set_up(assertion, FIDO_OPT_FALSE))
        let status = fido_dev_get_assert(device, assertion, nil)
        guard status != FIDO_ERR_NO_CREDENTIALS, status != FIDO_ERR_INVALID_CREDENTIAL else { return false }
        try answered(status, since: .now)
        return true
    }

    /// Has the key compute the secrets for two salts.
    ///
    /// - Parameters:
    ///   - credential: ``SecurityKeyCredential/identifier``.
    ///   - salts: 64 bytes, which are no secret.
    ///   - pin: empty for a credential that was made without one. The key computes other secrets with a PIN and without.
    /// - Throws: ``SecurityKeyFault``.
    public func use(
        _ credential: [UInt8], of relyingParty: String, salts: [UInt8], challenge: [UInt8], pin: borrowing SecretBytes
    ) throws(SecurityKeyFault) -> SecurityKeyAssertion {
        let assertion = try Self.assertion(of: credential, relyingParty, challenge)
        defer { Self.free(assertion) }
        try Self.check(fido_assert_set_extensions(assertion, FIDO_EXT_HMAC_SECRET))
        try Self.check(fido_assert_set_hmac_salt(assertion, salts, salts.count))
        try Self.check(fido_assert_set_uv(assertion, FIDO_OPT_OMIT))
        let begun = ContinuousClock.now
        try answered(try with(pin) { fido_dev_get_assert(device, assertion, $0) }, since: begun)
        let count = SecurityKeyAssertion.secretCount
        guard fido_assert_count(assertion) == 1, fido_assert_hmac_secret_len(assertion, 0) == 2 * count,
            let secrets = fido_assert_hmac_secret_ptr(assertion, 0),
            let data = Self.byteString(
                Self.bytes(fido_assert_authdata_ptr(assertion, 0), fido_assert_authdata_len(assertion, 0)))
        else { throw .invalid }
        return SecurityKeyAssertion(
            authenticatorData: data,
            signature: Self.bytes(fido_assert_sig_ptr(assertion, 0), fido_assert_sig_len(assertion, 0)),
            secret: SecretBytes(copying: UnsafeRawBufferPointer(start: secrets, count: count)),
            nextSecret: SecretBytes(copying: UnsafeRawBufferPointer(start: secrets + count, count: count)))
    }
}

extension SecurityKey {
    /// Flag of the authenticator's data (WebAuthn Level 3, section 6.1).
    private static let userVerified: UInt8 = 0x04
    private static let secretExtension = "hmac-secret"

    private static func hasSecrets(_ device: OpaquePointer) throws(SecurityKeyFault) -> Bool {
        var info = fido_cbor_info_new()
        defer { fido_cbor_info_free(&info) }
        try check(fido_dev_get_cbor_info(device, info))
        guard let names = fido_cbor_info_extensions_ptr(info) else { return false }
        return (0..<fido_cbor_info_extensions_len(info)).contains { index in
            names[index].map { String(cString: $0) == secretExtension } ?? false
        }
    }

    private static func assertion(
        of credential: [UInt8], _ relyingParty: String, _ challenge: [UInt8]
    ) throws(SecurityKeyFault) -> OpaquePointer {
        guard let assertion = fido_assert_new() else { throw .other(code: FIDO_ERR_INTERNAL) }
        do throws(SecurityKeyFault) {
            try check(fido_assert_set_clientdata_hash(assertion, challenge, challenge.count))
            try check(fido_assert_set_rp(assertion, relyingParty))
            try check(fido_assert_allow_cred(assertion, credential, credential.count))
        } catch {
            free(assertion)
            throw error
        }
        return assertion
    }

    /// libfido2 overwrites the secrets in it.
    private static func free(_ assertion: OpaquePointer) {
        var held: OpaquePointer? = assertion
        fido_assert_free(&held)
    }

    /// Lends a PIN as C's text; nil for an empty one.
    private func with(
        _ pin: borrowing SecretBytes, _ body: (UnsafePointer<CChar>?) -> Int32
    ) throws(SecurityKeyFault) -> Int32 {
        guard pin.count > 0 else { return body(nil) }
        guard SecurityKeyPIN.bounds.contains(pin.count) else { throw .pinWrong(retries: nil) }
        let text = SecretBytes(count: pin.count + 1) { text in pin.withBytes { text.copyMemory(from: $0) } }
        // A zero inside would end it early.
        guard text.withBytes({ $0.dropLast().allSatisfy { $0 != 0 } }) else { throw .pinWrong(retries: nil) }
        return text.withBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
    }

    /// Throws what a key's answer means.
    private func answered(_ status: Int32, since begun: ContinuousClock.Instant) throws(SecurityKeyFault) {
        switch status {
        // libfido2 tells a key that went from one that is silent by the time alone.
        case FIDO_ERR_RX where ContinuousClock.now - begun >= .milliseconds(Int(Self.limit)): throw .timedOut
        case FIDO_ERR_PIN_INVALID: throw .pinWrong(retries: retries)
        case FIDO_ERR_PIN_REQUIRED: throw .pinRequired(retries: retries)
        default: try Self.check(status)
        }
    }

    private static func check(_ status: Int32) throws(SecurityKeyFault) {
        switch status {
        case FIDO_OK: return
        case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: throw .otherKey
        case FIDO_ERR_CREDENTIAL_EXCLUDED: throw .present
        case FIDO_ERR_UNSUPPORTED_EXTENSION, FIDO_ERR_UNSUPPORTED_ALGORITHM: throw .unsupported
        case FIDO_ERR_PIN_REQUIRED, FIDO_ERR_UNSUPPORTED_OPTION: throw .pinRequired(retries: nil)
        case FIDO_ERR_PIN_NOT_SET: throw .pinNotSet
        case FIDO_ERR_PIN_AUTH_INVALID: throw .pinWrong(retries: nil)
        case FIDO_ERR_PIN_AUTH_BLOCKED: throw .pinPaused
        case FIDO_ERR_PIN_BLOCKED: throw .pinBlocked
        case FIDO_ERR_OPERATION_DENIED, FIDO_ERR_NOT_ALLOWED: throw .denied
        case FIDO_ERR_USER_ACTION_TIMEOUT, FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_TIMEOUT: throw .timedOut
        case FIDO_ERR_KEEPALIVE_CANCEL: throw .cancelled
        case FIDO_ERR_TX, FIDO_ERR_RX: throw .removed
        case FIDO_ERR_RX_NOT_CBOR, FIDO_ERR_RX_INVALID_CBOR, FIDO_ERR_INVALID_SIG: throw .invalid
        default: throw .other(code: status)
        }
    }

    private static func bytes(_ pointer: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        pointer.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    }

    /// The contents of one byte string in CBOR (RFC 8949, section 3.1), which libfido2 puts around what the key has signed.
    private static func byteString(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.first else { return nil }
        let (start, count): (Int, Int)
        switch first {
        case 0x40...0x57: (start, count) = (1, Int(first - 0x40))
        case 0x58 where bytes.count > 1: (start, count) = (2, Int(bytes[1]))
        case 0x59 where bytes.count > 2: (start, count) = (3, Int(bytes[1]) << 8 | Int(bytes[2]))
        default: return nil
        }
        return bytes.count == start + count ? Array(bytes[start...]) : nil
    }
}
