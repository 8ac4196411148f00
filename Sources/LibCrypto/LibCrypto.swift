import CLibCrypto

/// The two primitives that libsodium hasn't: AES-256-GCM on every processor, and ECDSA over P-256; from OpenSSL's libcrypto.
enum LibCrypto {
    /// Starts libcrypto, once; every entry into this library comes through here.
    ///
    /// Without its configuration: the file is chosen by a variable of the environment, and can name a program to load.
    static func start() { precondition(started, "libcrypto did not start") }

    private static let started = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1
}
