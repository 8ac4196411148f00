import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

@Suite struct OffchainMessageTests {
    @Test func `envelopes of both versions are those of an encoder made from the specification`() throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        for vector in try MessageVectors.read("offchain", as: MessageVectors.Offchain.self, seed: seed) {
            let signers = try vector.signers.map { try PublicKey(bytes: $0.bytes) }
            let message: OffchainMessage
            if let domain = vector.domain {
                message = try OffchainMessage(
                    applicationDomain: PublicKey(bytes: domain.bytes), signers: signers, text: vector.text)
            } else {
                message = try OffchainMessage(signers: signers, text: vector.text)
            }
            #expect(Int(message.version.number) == vector.version)
            #expect(message.encoded == vector.bytes.bytes, "seed \(seed)")
            #expect(try OffchainMessage(decoding: vector.bytes.bytes) == message, "seed \(seed)")
        }
    }

    private let one = PublicKey()
    private var two: PublicKey { get throws { try PublicKey(bytes: [UInt8](repeating: 0, count: 31) + [1]) } }

    private func refusal(_ make: () throws(OffchainMessageError) -> OffchainMessage) -> OffchainMessageError? {
        do throws(OffchainMessageError) {
            _ = try make()
            return nil
        } catch { return error }
    }

    @Test func `what can't be a message isn't made`() throws {
        let (one, two) = (one, try two)
        #expect(
            refusal { () throws(OffchainMessageError) in try OffchainMessage(signers: [], text: "a") } == .noSigners)
        #expect(
            refusal { () throws(OffchainMessageError) in try OffchainMessage(signers: [one, one], text: "a") }
                == .duplicateSigner)
        #expect(refusal { () throws(OffchainMessageError) in try OffchainMessage(signers: [one], text: "") } == .empty)
        #expect(try OffchainMessage(signers: [two, one], text: "a").signers == [one, two])
        let many = try (0..<256).map { try PublicKey(bytes: [UInt8](repeating: 9, count: 31) + [UInt8($0)]) }
        #expect(
            refusal { () throws(OffchainMessageError) in try OffchainMessage(signers: many, text: "a") }
                == .tooManySigners)
        #expect(try OffchainMessage(signers: many.dropLast(), text: "a").signers.count == 255)
    }

    @Test func `version 0 takes the narrowest format that fits, and none beyond its size`() throws {
        func format(_ text: String) -> OffchainMessage.Format? {
            guard let message = try? OffchainMessage(applicationDomain: one, signers: [one], text: text),
                case .v0(_, let format) = message.version
            else { return nil }
            return format
        }
        let envelope = 85
        #expect(format("hello ~") == .restrictedASCII)
        #expect(format("two\nlines") == .utf8)
        #expect(format("é") == .utf8)
        #expect(format(String(repeating: "a", count: 1232 - envelope)) == .restrictedASCII)
        #expect(format(String(repeating: "a", count: 1233 - envelope)) == .longUTF8)
        #expect(format(String(repeating: "a", count: 65_535 - envelope)) == .longUTF8)
        #expect(format(String(repeating: "a", count: 65_536 - envelope)) == nil)
    }

    @Test func `every byte counts, and there is one spelling`() throws {
        let (one, two) = (one, try two)
        let v0 = try OffchainMessage(applicationDomain: two, signers: [one], text: "hi").encoded
        let v1 = try OffchainMessage(signers: [one, two], text: "hé").encoded
        func fault(_ bytes: [UInt8]) -> OffchainMessageError? {
            refusal { () throws(OffchainMessageError) in try OffchainMessage(decoding: bytes) }
        }
        #expect(fault(v0) == nil && fault(v1) == nil)
        for count in 0..<v0.count { #expect(fault(Array(v0.prefix(count))) != nil, "\(count)") }
        // Without a length of its own the text of version 1 may end anywhere: not in a letter, and not before it begins.
        for count in 0..<(v1.count - 2) { #expect(fault(Array(v1.prefix(count))) != nil, "\(count)") }
        #expect(fault(Array(v1.dropLast())) == .characters)
        #expect(fault(v0 + [0x61]) == .length)
        func changed(_ bytes: [UInt8], _ place: Int, _ value: UInt8) -> [UInt8] {
            var bytes = bytes
            bytes[place] = value
            return bytes
        }
        #expect(fault(changed(v0, 0, 0xFE)) == .prefix)
        #expect(fault(changed(v0, 16, 2)) == .version)
        #expect(fault(changed(v0, 49, 3)) == .format)
        #expect(fault(changed(v0, 50, 0)) != nil)
        #expect(fault(changed(v0, 83, 1)) == .length)
        #expect(fault(changed(v0, 85, 0x0A)) == .characters)
        #expect(fault(changed(v1, 17, 0)) == .noSigners)
        #expect(fault(changed(v1, 49, 2)) == .unsortedSigners)
        #expect(fault(changed(v1, 49, 1)) == .duplicateSigner)
    }

    @Test func `its text is reviewed as any text is, sign-ins too`() throws {
        let text = SignInSamples.message(domain: "bank.example").text
        let message = try OffchainMessage(signers: [one], text: text)
        #expect(MessageReview(message, signIn: SignInSamples.context()).level == .forbidden)
        #expect(MessageReview(try OffchainMessage(signers: [one], text: "hello")).findings.isEmpty)
    }
}
