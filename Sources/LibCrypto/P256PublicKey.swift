import CLibCrypto

/// A public key of P-256 (FIPS 186-5), which checks signatures with SHA-256.
public struct P256PublicKey: Sendable {
    /// SubjectPublicKeyInfo (RFC 5480, section 2) with an uncompressed point, except the point itself.
    private static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    /// The bytes of an uncompressed point, including its leading 4.
    private static let pointCount = 65

    private let encoding: [UInt8]

    /// Takes SubjectPublicKeyInfo in DER, in its one spelling: named curve, uncompressed point.
    ///
    /// - Returns: nil for any other, and for a point that isn't on the curve.
    public init?(subjectPublicKeyInfo: [UInt8]) {
        guard subjectPublicKeyInfo.count == Self.prefix.count + Self.pointCount,
            subjectPublicKeyInfo.starts(with: Self.prefix), subjectPublicKeyInfo[Self.prefix.count] == 4
        else { return nil }
        encoding = subjectPublicKeyInfo
        guard withKey({ _ in true }) == true else { return nil }
    }

    /// Writes a point as SubjectPublicKeyInfo in DER.
    ///
    /// - Parameter point: both coordinates, 32 bytes each, big endian.
    /// - Returns: nil for another length, and for a point that isn't on the curve.
    public static func subjectPublicKeyInfo(point: [UInt8]) -> [UInt8]? {
        let encoding = prefix + [4] + point
        return P256PublicKey(subjectPublicKeyInfo: encoding) == nil ? nil : encoding
    }

    /// Returns true if a signature in DER over a message is this key's.
    public func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        withKey { key in
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        } ?? false
    }

    private func withKey<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        LibCrypto.start()
        return encoding.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            guard let key = d2i_PUBKEY(nil, &place, CLong(bytes.count)) else { return nil }
            defer { EVP_PKEY_free(key) }
            guard place == bytes.baseAddress.map({ $0 + bytes.count }) else { return nil }
            return body(key)
        }
    }
}
