import JSONRPC
import OfflineSigning
import Salt
import SolanaTransactions
import TestSupport
import Testing

/// A transfer over a nonce, by one signer, as a request carries it.
private struct Sample {
    private static let seed = [UInt8](repeating: 7, count: 32)
    let signer: PublicKey
    let request: OfflineRequest
    let transaction: Transaction

    init(accounts: [OfflineAccount]? = nil, cluster: Cluster = .localnet) throws {
        let keys = try SaltSign.KeyPair(seed: SecretBytes(copying: Self.seed))
        signer = try PublicKey(bytes: keys.publicKey)
        let nonce = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        let to = try PublicKey(bytes: [UInt8](repeating: 3, count: 32))
        let (from, value) = (signer, try Blockhash(bytes: [UInt8](repeating: 5, count: 32)))
        transaction = try Transaction(feePayer: from, blockhash: value) {
            SystemProgram.advanceNonce(nonce, authority: from)
            SystemProgram.transfer(from: from, to: to, lamports: 1_500)
        }
        request = try OfflineRequest(
            cluster: cluster,
            genesis: cluster.genesisHash.map { try Blockhash(base58: $0) } ?? Blockhash(bytes: Array(0..<32)),
            time: 1_700_000_000_000, message: transaction.messageBytes, signers: [signer],
            node: "https://node.example", slot: 77,
            accounts: accounts ?? [
                OfflineAccount(address: to, state: .absent),
                OfflineAccount(
                    address: nonce,
                    state: .present(
                        lamports: 1_447_680, owner: SystemProgram.id, isProgram: false,
                        data: [UInt8](repeating: 1, count: 80))),
                OfflineAccount(
                    address: TokenProgram.id,
                    state: .present(lamports: 1, owner: SystemProgram.id, isProgram: true, data: [])),
            ])
    }

    func signature(of message: [UInt8]? = nil) throws -> OfflineSignature {
        let message = message ?? transaction.messageBytes
        let keys = try SaltSign.KeyPair(seed: SecretBytes(copying: Self.seed))
        let signature = try Signature(bytes: SaltSign.sign(message, secretKey: keys.secretKey))
        return OfflineSignature(of: message, [OfflineSignature.Entry(signer: signer, signature: signature)])
    }
}

@Suite struct OfflineFileTests {
    @Test(arguments: Cluster.allCases)
    func `a request comes back as it was written`(_ cluster: Cluster) throws {
        let request = try Sample(cluster: cluster).request
        let text = OfflineText.encode(request.encoded, as: .request)
        let read = try OfflineRequest(decoding: OfflineText.decode(Array(text.utf8), as: .request))
        #expect(read == request)
        #expect(read.accounts.map(\.address) == read.accounts.map(\.address).sorted())
        #expect(try read.transaction?.messageBytes == Sample().transaction.messageBytes)
    }

    @Test func `the text survives mail`() throws {
        let bytes = try Sample().request.encoded
        let text = OfflineText.encode(bytes, as: .request)
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
        let mailed = "\r\n  \r\n" + text.replacing("\n", with: " \t\r\n") + "\n\n"
        #expect(try OfflineText.decode(Array(mailed.utf8), as: .request) == bytes)
    }

    @Test func `the texts of its codes join in any order, each as often as it was seen`() throws {
        let bytes = try Sample().request.encoded
        let frames = OfflineText.frames(of: bytes)
        #expect(frames.count == (bytes.count + 179) / 180)
        #expect(frames.allSatisfy { $0.utf8.count <= 271 })
        let seen = (frames.reversed() + frames).map { "QR-Code:\($0)\r\n" }.joined()
        #expect(try OfflineText.decode(Array(seen.utf8), as: .request) == bytes)
        let other = OfflineText.frames(of: try Sample(accounts: []).request.encoded)
        #expect(throws: OfflineFault(.framesMissing, at: 2)) {
            try OfflineText.decode(Array((frames[...0] + frames[2...]).joined(separator: "\n").utf8), as: .request)
        }
        #expect(throws: OfflineFault(.frames, at: frames[0].utf8.count + 1)) {
            try OfflineText.decode(Array("\(frames[0])\n\(other[1])".utf8), as: .request)
        }
    }

    @Test func `no byte of a request can be changed, cut or added unnoticed`() throws {
        let request = try Sample().request
        let bytes = request.encoded
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: OfflineFault.self) { try OfflineRequest(decoding: changed) }
            #expect(throws: OfflineFault.self) { try OfflineRequest(decoding: Array(bytes[..<place])) }
        }
        #expect(throws: OfflineFault.self) { try OfflineRequest(decoding: bytes + [0]) }
    }

    /// Somebody who makes a file makes its checksum, too.
    @Test func `a wild file with a right checksum is read or refused, and never read beyond its end`() throws {
        let bytes = try Sample().request.encoded
        let body = Array(bytes.dropLast(32))
        var random = SeededGenerator(seed: 26)
        for _ in 0..<4_000 {
            var wild = body
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 5..<wild.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: wild[place] = .random(in: 0...255, using: &random)
                case 1: wild.remove(at: place)
                default: wild.insert(.random(in: 0...255, using: &random), at: place)
                }
            }
            let file = wild + SaltHash.sha256(wild)
            if let read = try? OfflineRequest(decoding: file) { #expect(read.encoded == file) }
            _ = try? OfflineSignature(decoding: Array("SKSG".utf8) + wild.dropFirst(4) + SaltHash.sha256(wild))
        }
        for cut in 5..<body.count {
            let file = Array(body[..<cut])
            #expect(throws: OfflineFault.self) { try OfflineRequest(decoding: file + SaltHash.sha256(file)) }
        }
    }

    @Test func `each rule has its code and its place`() throws {
        let sample = try Sample()
        let body = Array(sample.request.encoded.dropLast(32))
        let message = sample.transaction.messageBytes.count
        func fault(_ change: (inout [UInt8]) -> Void) -> OfflineFault? {
            var changed = body
            change(&changed)
            do throws(OfflineFault) {
                _ = try OfflineRequest(decoding: changed + SaltHash.sha256(changed))
                return nil
            } catch {
                return error
            }
        }
        #expect(fault { $0[0] = 0x54 } == OfflineFault(.magic, at: 0))
        #expect(fault { $0[4] = 2 } == OfflineFault(.version, at: 4))
        #expect(fault { $0[5] = 4 } == OfflineFault(.cluster, at: 5))
        // The first block of mainnet is another one.
        #expect(fault { $0[5] = 0 } == OfflineFault(.cluster, at: 6))
        #expect(fault { $0[47] = 0x7F } == OfflineFault(.tooLarge, at: 46))
        #expect(fault { $0[48] = 0 }?.code == .message)
        let signers = 48 + message
        #expect(fault { $0[signers] = 0 } == OfflineFault(.signers, at: signers))
        #expect(fault { $0[signers + 1] ^= 1 } == OfflineFault(.signers, at: signers + 1))
        #expect(fault { $0[signers + 34] = 0xFF } == OfflineFault(.text, at: signers + 33))
        let accounts = signers + 33 + 1 + "https://node.example".utf8.count + 8
        #expect(
            fault {
                $0[accounts] = 0xFF; $0[accounts + 1] = 0xFF
            } == OfflineFault(.tooLarge, at: accounts))
        #expect(fault { $0[accounts + 2 + 32] = 3 } == OfflineFault(.accounts, at: accounts + 34))
        #expect(fault { $0.append(0) } == OfflineFault(.trailing, at: body.count))
        var frame = Array("SIDEKEY:1/1:00000000:AAAA".utf8)
        #expect(throws: OfflineFault(.frames, at: 0)) { try OfflineText.decode(frame, as: .request) }
        frame = Array("-----BEGIN SIDEKEY SIGNATURE-----\nAAAA\n-----END SIDEKEY SIGNATURE-----".utf8)
        #expect(throws: OfflineFault(.envelope, at: 0)) { try OfflineText.decode(frame, as: .request) }
        frame = Array("-----BEGIN SIDEKEY REQUEST-----\nAAAA\nAAAA\n-----END SIDEKEY REQUEST-----".utf8)
        #expect(throws: OfflineFault(.base64, at: 32)) { try OfflineText.decode(frame, as: .request) }
    }

    @Test func `what is too long for a request is left out`() throws {
        let rest = [UInt8](repeating: 0, count: 30)
        var accounts: [OfflineAccount] = []
        for number in 0..<300 {
            let address = try PublicKey(bytes: [UInt8(number / 256), UInt8(number % 256)] + rest)
            let data = [UInt8](repeating: 2, count: number == 0 ? 10_241 : 1_000)
            accounts.append(
                OfflineAccount(
                    address: address,
                    state: .present(lamports: 1, owner: SystemProgram.id, isProgram: false, data: data)))
        }
        let request = try Sample(accounts: accounts).request
        #expect(request.accounts.count == 131)
        #expect(request.encoded.count <= OfflineRequest.maximumCount)
        #expect(!request.accounts.contains(accounts[0]))
    }

    @Test func `a signature stands for its message alone`() throws {
        let sample = try Sample()
        let signature = try sample.signature()
        let text = OfflineText.encode(signature.encoded, as: .signature)
        let read = try OfflineSignature(decoding: OfflineText.decode(Array(text.utf8), as: .signature))
        #expect(read == signature)
        let signed = try #require(read.signing(sample.transaction))
        #expect(signed.signatures == signature.entries.map(\.signature))
        #expect(signed.messageBytes == sample.transaction.messageBytes)

        let other = try Transaction(feePayer: sample.signer, blockhash: Blockhash(bytes: Array(1...32))) {
            SystemProgram.transfer(from: sample.signer, to: sample.signer, lamports: 1)
        }
        #expect(signature.signing(other) == nil)
        // The hash of one message with the signature of the other one.
        let mixed = OfflineSignature(
            of: sample.transaction.messageBytes, try sample.signature(of: other.messageBytes).entries)
        #expect(mixed.signing(sample.transaction) == nil)
        let stranger = OfflineSignature(
            of: sample.transaction.messageBytes,
            [OfflineSignature.Entry(signer: SystemProgram.id, signature: signature.entries[0].signature)])
        #expect(stranger.signing(sample.transaction) == nil)
        for place in signature.encoded.indices {
            var changed = signature.encoded
            changed[place] ^= 1
            #expect(throws: OfflineFault.self) { try OfflineSignature(decoding: changed) }
        }
    }
}
