import CSodium
internal import Synchronization

/// Bytes that only the running operation may read.
///
/// They are in memory of their own from `sodium_malloc`: behind guard pages and a canary, kept out of swap and core dumps, wiped when the
/// value ends. The page is closed (`PROT_NONE`) except while ``withBytes(_:)`` runs. Uses are counted under a lock, so that nested and
/// concurrent ones share the open page and the last to leave closes it. The value can't be copied by accident, described or printed.
///
/// One use costs about 2 µs. One value costs at least four pages of address space and one of locked memory.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    /// The number of bytes.
    public let count: Int

    // The pointer is why `Sendable` is unchecked: what it points to changes in no initialised value, and `uses` guards the page's protection.
    private let base: UnsafeMutableRawPointer
    private let uses = Mutex(0)

    /// Makes a secret of exactly `count` bytes, zero until `initialize` fills them.
    ///
    /// The process ends if the system has no memory left, as it does for every other allocation. Bound a count from outside first.
    public init<Failure: Error>(
        count: Int, initializing initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try self.init(capacity: count) { buffer throws(Failure) in
            try initialize(buffer)
            return count
        }
    }

    /// Makes a secret of as many bytes as `initialize` reports to have written, at most `capacity`.
    public init<Failure: Error>(
        capacity: Int, initializing initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        let base = Self.allocate(capacity)
        do {
            count = try initialize(UnsafeMutableRawBufferPointer(start: base, count: capacity))
        } catch {
            sodium_free(base)
            throw error
        }
        precondition((0...capacity).contains(count), "more bytes initialised than there are")
        self.base = base
        Self.protect(sodium_mprotect_noaccess(base))
    }

    /// Makes a secret from bytes and overwrites them.
    ///
    /// Earlier copies of the array keep the bytes.
    public init(copyingAndWiping bytes: inout [UInt8]) {
        self.init(copying: bytes)
        Salt.wipe(&bytes)
    }

    /// Makes a secret from bytes that aren't secret yet, or that their owner wipes.
    public init(copying bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Makes a secret from memory that its owner wipes.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    deinit { sodium_free(base) }

    /// Makes a secret of unpredictable bytes.
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { buffer in
            if let base = buffer.baseAddress { randombytes_buf(base, buffer.count) }
        }
    }

    /// Opens the page for reading while `body` runs, which gets all bytes.
    ///
    /// `body` can't suspend, so the page is never open across an `await`. The pointer is invalid once it returns.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        uses.withLock { uses in
            if uses == 0 { Self.protect(sodium_mprotect_readonly(base)) }
            uses += 1
        }
        defer {
            uses.withLock { uses in
                uses -= 1
                if uses == 0 { Self.protect(sodium_mprotect_noaccess(base)) }
            }
        }
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Returns a second secret with the same bytes.
    public func clone() -> SecretBytes {
        withBytes { SecretBytes(copying: $0) }
    }

    /// Returns a second secret with the bytes of `range`, which has to be within this one.
    public func slice(_ range: Range<Int>) -> SecretBytes {
        withBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Returns true if both have the same bytes. The time taken reveals nothing but the counts.
    public func isEqual(to other: borrowing SecretBytes) -> Bool {
        withBytes { mine in
            other.withBytes { theirs in Self.isEqual(mine, theirs) }
        }
    }

    /// Returns true if `bytes` are the same. The time taken reveals nothing but the counts.
    public func isEqual(to bytes: [UInt8]) -> Bool {
        withBytes { mine in
            bytes.withUnsafeBytes { theirs in Self.isEqual(mine, theirs) }
        }
    }

    /// Returns a copy in ordinary memory, for a value that was made from secrets and isn't secret: a tag, a commitment, a public key.
    public func disclosed() -> [UInt8] {
        withBytes { [UInt8]($0) }
    }

    private static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return sodium_memcmp(first, second, left.count) == 0
    }
}

extension SecretBytes {
    /// True if every secret so far could be kept out of swap; makes one to find out.
    ///
    /// `sodium_malloc` reports nothing if `mlock` fails, which it does beyond the process's limit (`ulimit -l`).
    public static var memoryLocked: Bool {
        _ = SecretBytes(count: 1) { _ in }
        return !lockFailed.load(ordering: .relaxed)
    }

    private static let lockFailed = Atomic(false)

    private static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        Salt.start()
        precondition(count >= 0, "negative count")
        guard let base = sodium_malloc(count) else { preconditionFailure("out of memory for secrets") }
        // Locking twice locks once; this second time the answer is heard.
        if sodium_mlock(base, count) != 0 { lockFailed.store(true, ordering: .relaxed) }
        sodium_memzero(base, count)
        return base
    }

    /// Ends the process if a page can't be opened or, worse, closed. The kernel never refuses that for a mapping of our own.
    private static func protect(_ status: CInt) {
        precondition(status == 0, "page protection refused")
    }
}
