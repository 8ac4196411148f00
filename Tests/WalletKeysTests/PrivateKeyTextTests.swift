import Base58
import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

struct PrivateKeyTextTests {
    private static let seed = SaltHash.sha256(Array("a private key".utf8))
    private static let key = try? SaltSign.KeyPair(seed: SecretBytes(copying: seed)).secretKey.disclosed()

    private let key: [UInt8]

    init() throws { key = try #require(Self.key) }

    private func json(_ numbers: some Sequence<UInt8>) -> String {
        "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    }

    private func fault(_ text: String) -> PrivateKeyTextError? {
        do throws(PrivateKeyTextError) {
            _ = try PrivateKeyText.privateKey(in: secret(text))
            return nil
        } catch {
            return error
        }
    }

    @Test func `both forms give the seed, with white space where it may stand`() throws {
        let numbers = key.map { "\($0)" }
        for text in [
            json(key), json(key) + "\n", " [ " + numbers.joined(separator: " , ") + " ]\r\n",
            "[\n" + numbers.joined(separator: ",\n\t") + "\n]", Base58.encode(key), "\n \(Base58.encode(key))\t\n",
        ] {
            #expect(try PrivateKeyText.privateKey(in: secret(text)).disclosed() == Self.seed)
        }
    }

    @Test func `keys are those that solders writes`() throws {
        struct Vector: Decodable { let seed: Hex, json: String, base58: String }
        let data = try PythonScript("vectors_keys.py").run(["keys"])
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        #expect(vectors.count >= 8)
        for vector in vectors {
            for text in [vector.json, vector.base58] {
                #expect(try PrivateKeyText.privateKey(in: secret(text)).disclosed() == vector.seed.bytes)
            }
            #expect(Self.written(vector.seed.bytes) == vector.base58)
        }
    }

    @Test func `what is written is what Base58 writes, leading zeros and all`() throws {
        for zeros in [0, 1, 2, 31, 32] {
            let seed = [UInt8](repeating: 0, count: zeros) + Self.seed.prefix(32 - zeros)
            let key = try SaltSign.KeyPair(seed: SecretBytes(copying: seed)).secretKey.disclosed()
            #expect(Self.written(seed) == Base58.encode(key))
        }
        #expect(Self.written([1, 2, 3]) == nil)
    }

    private static func written(_ seed: [UInt8]) -> String? {
        let text = PrivateKeyText.base58(of: SecretBytes(copying: seed))
        switch text {
        case .some(let text): return String(decoding: text.disclosed(), as: UTF8.self)
        case nil: return nil
        }
    }

    @Test func `one changed number or letter anywhere is noticed`() {
        for index in key.indices {
            var changed = key
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(fault(json(changed)) == .publicKeyDiffers)
            #expect(fault(Base58.encode(changed)) == .publicKeyDiffers)
        }
    }

    @Test func `a text that was cut anywhere is no key`() {
        for text in [json(key), Base58.encode(key)] {
            for count in 0..<text.utf8.count { #expect(fault(String(text.prefix(count))) != nil) }
        }
    }

    @Test func `another number of numbers is refused`() {
        #expect(fault(json(key.dropLast())) == .count(63))
        #expect(fault(json(key + [0])) == .count(65))
        #expect(fault(json(key.prefix(32))) == .count(32))
        #expect(fault(Base58.encode(key.prefix(32))) == .length)
        #expect(fault(Base58.encode(key + [0])) == .length)
        #expect(fault(Base58.encode([0] + key)) == .length)
        #expect(fault("1" + Base58.encode(key)) == .length)
        #expect(fault("") == .count(0))
        #expect(fault(" \n ") == .count(0))
    }

    @Test(arguments: [
        "[]", "[", "[,]", "[1,]", "[01]", "[1.0]", "[-1]", "[256]", "[1e1]", "[\"1\"]", "[[1]]", "[1 2]", "[1]x",
    ])
    func `what isn't the strict form is refused`(_ text: String) {
        guard case .syntax = fault(text) else {
            Issue.record("\(text) was not refused as it should be")
            return
        }
    }

    @Test func `a whole key with anything before, behind or in it is refused`() {
        let (array, letters) = (json(key), Base58.encode(key))
        for text in [
            array + "]", array + "," + array, "x" + array, array.replacing(",", with: ",,", maxReplacements: 1),
            array.replacing(",", with: ", 0", maxReplacements: 1), array.replacing("]", with: ",]"), "\u{FEFF}" + array,
            letters + "0", "O" + letters, letters.prefix(40) + " " + letters.dropFirst(40), letters + "\u{0}",
            letters + " " + letters, "\"" + letters + "\"",
        ] {
            guard case .syntax = fault(String(text)) else {
                Issue.record("not refused as it should be: \(text.utf8.count) bytes")
                continue
            }
        }
        #expect(fault(array + String(repeating: " ", count: 1024)) == .tooLong)
    }

    @Test func `keys that begin with zero bytes keep them`() throws {
        // A seed with three zero bytes before it.
        let seed = [0, 0, 0] + Self.seed.dropFirst(3)
        let pair = try SaltSign.KeyPair(seed: SecretBytes(copying: seed))
        for text in [json(pair.secretKey.disclosed()), Base58.encode(pair.secretKey.disclosed())] {
            #expect(try PrivateKeyText.privateKey(in: secret(text)).disclosed() == seed)
        }
    }
}
