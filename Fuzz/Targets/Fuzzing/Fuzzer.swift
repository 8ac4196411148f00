internal import CFuzzer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// libFuzzer, which calls a check with one input after the other and keeps those that reach code no other reached.
public enum Fuzzer {
    /// The fate of an input.
    public enum Interest {
        /// It is kept where it reaches something new.
        case keep
        /// It belongs to another target and isn't bred from.
        case discard
    }

    nonisolated(unsafe) fileprivate static var check: ([UInt8]) -> Interest = { _ in .keep }

    /// Runs the check until libFuzzer's arguments say that it is enough, and ends the program.
    public static func run(_ check: @escaping ([UInt8]) -> Interest) -> Never {
        self.check = check
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }
}

/// The name that libFuzzer's own `main` looks for; it isn't run, but linked.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    // A copy of exactly this size, so that reading past its end is noticed.
    Fuzzer.check([UInt8](UnsafeRawBufferPointer(start: data, count: size))) == .keep ? 0 : -1
}

/// Ends the program where a promise isn't kept; libFuzzer writes the input down.
public func promise(_ isKept: @autoclosure () throws -> Bool, _ promise: String) {
    let outcome = Result { try isKept() }
    if case .success(true) = outcome { return }
    let cause = if case .failure(let error) = outcome { " (\(error))" } else { "" }
    let complaint = Array("promise broken: \(promise)\(cause)\n".utf8)
    _ = write(2, complaint, complaint.count)
    abort()
}
