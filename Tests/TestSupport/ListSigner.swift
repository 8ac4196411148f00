import Foundation
import Salt

/// Somebody who signs lists of bad sites as minisign does.
public struct ListSigner: Sendable {
    private let seed: UInt8

    public init(seed: UInt8 = 7) { self.seed = seed }

    /// The public key in base64.
    public var key: String {
        get throws { Data(Array("Ed".utf8) + number + (try pair().publicKey)).base64EncodedString() }
    }

    private var number: [UInt8] { [UInt8](repeating: seed, count: 8) }

    private func pair() throws -> SaltSign.KeyPair {
        try SaltSign.KeyPair(seed: SecretBytes(copying: [UInt8](repeating: seed, count: 32)))
    }

    /// The signature file of a list.
    public func signature(of list: [UInt8], comment: String) throws -> [UInt8] {
        let pair = try pair()
        let own = try SaltSign.sign(list, secretKey: pair.secretKey)
        let global = try SaltSign.sign(own + Array(comment.utf8), secretKey: pair.secretKey)
        return Array(
            """
            untrusted comment: a list
            \(Data(Array("Ed".utf8) + number + own).base64EncodedString())
            trusted comment: \(comment)
            \(Data(global).base64EncodedString())

            """.utf8)
    }
}
