import Glibc

/// A library before a program's own (`Tests/Interposer/interposer.c`) that ends it at one exact step, makes its disk fail, or
/// moves its clocks, all while it runs.
///
/// A *step* is a write to a file or a socket, a sync, a name given, moved or taken away, or the making of a signature.
public final class Interposer {
    /// The act at a step.
    public enum Action: Sendable {
        /// The program is killed before it takes step `at`, counted from 1.
        case kill(at: Int)
        /// Every write to a file and every sync fails with `errno`, from step `at` on.
        case failDisk(from: Int, errno: Int32)
    }

    private static let fields = 8
    private static let traceLimit = 4096
    private let path: String
    private let memory: UnsafeMutableRawBufferPointer

    /// - Parameter folder: where the file is kept by which both sides know of each other.
    public init(in folder: String) throws {
        path = folder + "/interposer"
        _ = try Self.library.get()
        try SystemFile.write(path, [UInt8](repeating: 0, count: Self.fields * 8 + Self.traceLimit))
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let count = Self.fields * 8 + Self.traceLimit
        let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard file >= 0, let mapped, mapped != MAP_FAILED else { throw TestFault.system("mmap of \(path)", errno) }
        memory = UnsafeMutableRawBufferPointer(start: mapped, count: count)
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// The variables that put it before a program.
    public var environment: [String: String] {
        get throws { ["LD_PRELOAD": try Self.library.get(), "INTERPOSER_CONTROL": path] }
    }

    /// How many programs have loaded it.
    public var loads: Int { self[0] }

    /// How many steps were taken since ``arm(_:)``.
    public var steps: Int { self[2] }

    /// The steps since ``arm(_:)`` by their letters: `w` a file written, `y` synced, `r` renamed, `l` linked, `u` unlinked, `s` a socket
    /// written, `S` a signature.
    public var trace: String {
        String(decoding: memory[(Self.fields * 8)...].prefix(min(steps, Self.traceLimit)), as: UTF8.self)
    }

    /// Counts steps from now on, and acts at one of them.
    public func arm(_ action: Action? = nil) {
        self[2] = 0
        switch action {
        case nil: self[3] = 0
        case .kill(let step): (self[3], self[4]) = (1, step)
        case .failDisk(let step, let errno): (self[3], self[4], self[5]) = (2, step, Int(errno))
        }
        self[1] = 1
    }

    /// Stops counting and acting.
    public func disarm() { self[1] = 0 }

    /// Sets the date forward or back against the system's.
    public func moveWallClock(by seconds: Int) { self[6] = seconds * 1_000_000_000 }

    /// Suspends the machine, as the program sees it when it wakes: the date and the clock that counts suspension have gone
    /// on, and timers have stood still.
    public func suspend(seconds: Int) { self[7] += seconds * 1_000_000_000 }

    private subscript(field: Int) -> Int {
        get { memory.load(fromByteOffset: field * 8, as: Int.self) }
        set { memory.storeBytes(of: newValue, toByteOffset: field * 8, as: Int.self) }
    }

    /// The library, built once beside the tests.
    private static let library = Result<String, any Error> {
        let target = BuiltProgram.folder + "/interposer.so"
        let source = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Interposer/interposer.c"
        let path = String(cString: getenv("PATH"))
        let candidates: [String] = path.split(separator: ":").map { "\($0)/cc" }
        let compiler = candidates.first { access($0, X_OK) == 0 }
        guard let compiler else { throw TestFault("there is no C compiler in the PATH") }
        let result = try ChildProcess.run(
            compiler, ["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", target + ".new", source],
            environment: ["PATH": path])
        guard result.ending == .exited(0), rename(target + ".new", target) == 0 else {
            throw TestFault("the interposer doesn't compile: \(result.errors)")
        }
        return target
    }
}
