internal import CFuzzer
internal import FuzzTargets

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Runs a target by libFuzzer, which calls it with one input after the other and keeps those that reach code no other reached.
///
/// ```
/// fuzz TARGET [libFuzzer's options, folders or files]
/// ```
@main enum Fuzzer {
    nonisolated(unsafe) fileprivate static var check: ([UInt8]) -> Interest = { _ in .keep }

    static func main() {
        guard let name = CommandLine.arguments.dropFirst().first,
            let target = FuzzTarget.all.first(where: { $0.name == name })
        else {
            let names = FuzzTarget.all.map(\.name).joined(separator: " ")
            return end("usage: fuzz TARGET; there are: \(names)", status: 2)
        }
        check = target.check
        // libFuzzer writes the input down.
        BrokenPromises.tell { end($0, status: nil) }
        // libFuzzer gets what follows the target's name, behind the program's own.
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
        var count = CommandLine.argc - 1
        exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }

    private static func end(_ complaint: String, status: CInt?) {
        let line = Array((complaint + "\n").utf8)
        _ = write(2, line, line.count)
        guard let status else { abort() }
        exit(status)
    }
}

/// The name that libFuzzer's own `main` looks for; it isn't run, but linked.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    // A copy of exactly this size, so that reading past its end is noticed.
    Fuzzer.check([UInt8](UnsafeRawBufferPointer(start: data, count: size))) == .keep ? 0 : -1
}
