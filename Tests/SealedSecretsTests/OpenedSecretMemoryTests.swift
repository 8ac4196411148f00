#if os(Linux)
    import Glibc
    import Salt
    import SealedSecrets
    import TestSupport
    import Testing

    /// Traces of an opened secret in the process's memory: none.
    @Suite("Opened secrets in memory", .serialized) struct OpenedSecretMemoryTests {
        private static let purpose = SealingPurpose(method: "vault.unlock", parameter: "passphrase")

        // 62 bytes are the most in one block, 300 take several.
        @Test("no 8 bytes of one that was sealed, opened and let go stay", arguments: [8, 12, 14, 15, 40, 62, 63, 300])
        func opening(count: Int) throws {
            let random = RandomPages(count: count)
            do {
                let key = SealingKey()
                let sealed = try SealingPublicKey(key.publicKey).seal(random.secret(), for: Self.purpose)
                for _ in 0..<3 {
                    #expect(throws: SealingError.self) { _ = try SealingKey().open(sealed, for: Self.purpose) }
                }
                let opened = try key.open(sealed, for: Self.purpose)
                #expect(opened.count == count)
                let isSame = random.isCopied(in: opened)
                #expect(isSame)
            }
            #expect(try random.windowsFound() == [])
        }

        @Test("the search finds what somebody keeps")
        func control() throws {
            let random = RandomPages(count: 40)
            let kept = Array(random.memory.prefix(40))
            #expect(try random.windowsFound() == Array(0...32))
            withExtendedLifetime(kept) {}
        }
    }

    /// Random bytes in a mapping of their own, which the search leaves out.
    private final class RandomPages {
        private static let window = 8
        let count: Int
        let memory: UnsafeMutableRawBufferPointer

        init(count: Int) {
            self.count = count
            let base = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            memory = UnsafeMutableRawBufferPointer(start: base, count: 4096)
            for index in 0..<count { memory[index] = UInt8.random(in: 0...255) }
        }

        deinit { munmap(memory.baseAddress, memory.count) }

        func secret() -> SecretBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: memory.prefix(count))) }

        func isCopied(in secret: borrowing SecretBytes) -> Bool {
            secret.withBytes { $0.elementsEqual(memory.prefix(count)) }
        }

        /// Where the windows begin of which a copy stands outside these pages.
        func windowsFound() throws -> [Int] {
            let own = UInt64(UInt(bitPattern: memory.baseAddress))
            // Every window of a short secret; of a long one the first, which reused memory is the likeliest to hide, and some more.
            let starts = count <= 64 ? Array(0...count - Self.window) : [0, 1, 8, 16, 61, 62, 63, 100, 200, count - 8]
            let windows = starts.map { UnsafeRawBufferPointer(rebasing: memory[$0..<$0 + Self.window]) }
            let places = try ProcessMemory.addresses(of: windows, pid: getpid())
            return zip(starts, places).filter { _, places in
                places.contains { $0 < own || $0 >= own + UInt64(memory.count) }
            }.map(\.0)
        }
    }
#endif
