import Salt
import SolanaTransactions

let key = try SaltSign.KeyPair(seed: SecretBytes(copying: [UInt8](repeating: 7, count: SaltSign.seedCount)))
let payer = try PublicKey(bytes: key.publicKey)
let recipient = PublicKey("vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg")

// The blockhash comes from a node: `getLatestBlockhash` of SolanaRPC.
let payment = try Transaction(feePayer: payer, blockhash: Blockhash()) {
    SystemProgram.transfer(from: payer, to: recipient, lamports: 5_000)
    MemoProgram.memo("rent", signers: [payer])
}
let signature = try SaltSign.sign(payment.messageBytes, secretKey: key.secretKey)
let signed = try payment.placing(Signature(bytes: signature), for: payer)
let bytes = signed.encoded()
print("\(bytes.count) bytes from \(payer)")

for instruction in ProgramSet.known.decode(try Transaction(decoding: bytes).message) {
    guard let instruction else { continue }  // not understood to its last byte and account
    print(instruction.programName, instruction.name, instruction.unsigned("lamports") ?? 0)
}
