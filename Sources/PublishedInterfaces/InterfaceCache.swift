import Salt
public import SolanaTransactions
import Synchronization

/// The interfaces that were read last, by the bytes of their accounts: a review asks for the same ones several times.
///
/// An account that changes has other bytes, so nothing old is taken for new. What was refused is kept too.
public final class InterfaceCache: Sendable {
    private struct Key: Hashable {
        let program: PublicKey
        let owner: PublicKey
        let account: InterfaceAccount
        let digest: [UInt8]
    }

    private let known = Mutex<[Key: Result<PublishedInterface, InterfaceError>]>([:])

    /// The most interfaces that are kept; each takes up to some hundred kilobytes.
    public static let mostKept = 16

    public init() {}

    /// Reads an interface, or gives the one that was read of the same bytes.
    ///
    /// - Throws: ``InterfaceError`` as ``PublishedInterface/init(in:owner:at:of:)`` does.
    public func interface(
        in data: ByteSlice, owner: PublicKey, at account: InterfaceAccount, of program: PublicKey
    ) throws(InterfaceError) -> PublishedInterface {
        let key = Key(
            program: program, owner: owner, account: account, digest: SaltHash.sha256([UInt8](data)))
        if let known = known.withLock({ $0[key] }) { return try known.get() }
        let found: Result<PublishedInterface, InterfaceError>
        do throws(InterfaceError) {
            found = .success(try PublishedInterface(in: data, owner: owner, at: account, of: program))
        } catch {
            found = .failure(error)
        }
        known.withLock { known in
            if known.count >= Self.mostKept { known = [:] }
            known[key] = found
        }
        return try found.get()
    }
}
