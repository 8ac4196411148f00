import Salt
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Terminal {
    /// Runs `body` while keys come one by one and unechoed instead of in lines. Ctrl-C stays what it is.
    func withKeys<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        var lines = termios()
        guard tcgetattr(descriptor, &lines) == 0 else { return try body() }
        var keys = lines
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        withUnsafeMutableBytes(of: &keys.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        // What is left of a paste isn't for the next question, which may be one for a passphrase that is then shown.
        tcsetattr(descriptor, TCSAFLUSH, &keys)
        defer { tcsetattr(descriptor, TCSAFLUSH, &lines) }
        try body()
    }

    /// Waits for keys and reads as many bytes as there are, at most what the buffer holds.
    ///
    /// - Throws: on Ctrl-C and at the end of input.
    func keys(into buffer: UnsafeMutableRawBufferPointer) throws(CommandError) -> Int {
        while true {
            try waitForInput { () throws(CommandError) in }
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw CommandError(say(.terminalSilent), status: .noTerminal) }
            return count
        }
    }
}
