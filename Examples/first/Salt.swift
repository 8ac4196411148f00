import Salt

// Two parties, each with a key pair; what one seals only the other opens.
let alice = SaltBox.KeyPair()
let bob = SaltBox.KeyPair()
let nonce = Nonce()
let sending = try SaltBox.sharedKey(publicKey: bob.publicKey, secretKey: alice.secretKey)
let sealed = try SaltBox.seal(Array("hello".utf8), nonce: nonce, sharedKey: sending)
print(sealed.count, nonce.bytes.count)

let receiving = try SaltBox.sharedKey(publicKey: alice.publicKey, secretKey: bob.secretKey)
let opened = try SaltBox.open(sealed, nonce: nonce, sharedKey: receiving)
print(String(decoding: opened, as: UTF8.self))

do {
    _ = try SaltBox.open(sealed, nonce: Nonce(), sharedKey: receiving)
} catch {
    print(error)
}

// A signature by a key whose bytes never stand in an array.
let signer = try SaltSign.KeyPair(seed: SecretBytes.random(count: SaltSign.seedCount))
let signature = try SaltSign.sign(sealed, secretKey: signer.secretKey)
print(SaltSign.verify(signature, of: sealed, publicKey: signer.publicKey))
