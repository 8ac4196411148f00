import Synchronization

/// Grants that were asked for lately, in memory: a connected page asks at each load, and reading the database takes two changes of thread.
///
/// The agent is the database's only writer, so what stands here is what stands there. Whatever changes a grant empties this, and what
/// was read before such a change isn't kept after it: a page whose grant was revoked must not be found here again.
package final class RecentGrants: Sendable {
    package struct Grant: Sendable {
        package let accounts: [String]
        /// When it was last used, in milliseconds since 1970.
        package let used: Int64

        package init(accounts: [String], used: Int64) {
            self.accounts = accounts
            self.used = used
        }
    }

    private struct Contents {
        var grants: [ConnectedOrigin.Key: Grant] = [:]
        var changes: UInt64 = 0
    }

    /// More than a person's open tabs; beyond it, all are read anew.
    private static let limit = 256

    private let contents = Mutex(Contents())

    package init() {}

    /// How often something was changed: what is read from now on may be kept under this number.
    package var changes: UInt64 { contents.withLock(\.changes) }

    package subscript(key: ConnectedOrigin.Key) -> Grant? { contents.withLock { $0.grants[key] } }

    /// Keeps a grant that was read, unless something was changed since.
    package func keep(_ grant: Grant, of key: ConnectedOrigin.Key, asOf changes: UInt64) {
        contents.withLock {
            guard $0.changes == changes else { return }
            if $0.grants.count >= Self.limit { $0.grants = [:] }
            $0.grants[key] = grant
        }
    }

    /// Notes that grants were changed.
    package func change() {
        contents.withLock {
            $0.grants = [:]
            $0.changes &+= 1
        }
    }
}
