/// Programs of the runtime that are known by their names alone.
enum NativePrograms {
    static let names: [(PublicKey, String)] = [
        ("BPFLoader1111111111111111111111111111111111", "BPF Loader (deprecated)"),
        ("BPFLoader2111111111111111111111111111111111", "BPF Loader 2"),
        ("Config1111111111111111111111111111111111111", "Config"),
        ("Ed25519SigVerify111111111111111111111111111", "Ed25519"),
        ("Feature111111111111111111111111111111111111", "Feature"),
        ("KeccakSecp256k11111111111111111111111111111", "Secp256k1"),
        ("LoaderV411111111111111111111111111111111111", "Loader v4"),
        ("NativeLoader1111111111111111111111111111111", "Native Loader"),
        ("Secp256r1SigVerify1111111111111111111111111", "Secp256r1"),
        ("Vote111111111111111111111111111111111111111", "Vote"),
        ("ZkE1Gama1Proof11111111111111111111111111111", "ZK ElGamal Proof"),
        ("ZkTokenProof1111111111111111111111111111111", "ZK Token Proof"),
    ].map { (address: StaticString, name: String) in (PublicKey(address), name) }
}
