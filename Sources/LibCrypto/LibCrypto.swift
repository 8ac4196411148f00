import CLibCrypto

/// The two primitives that libsodium lacks, from OpenSSL's libcrypto: AES-256-GCM on every processor, and ECDSA over P-256.
enum LibCrypto {
    /// Starts libcrypto, once; every entry into this library calls it.
    ///
    /// It doesn't read the configuration: an environment variable chooses that file, and the file can name a program to load.
    static func start() { precondition(started, "libcrypto did not start") }

    private static let started = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1
}
