import CAttempts
import NodeGateway

/// Makes every attempt of a hijacked `sidekey-rpc`, confined as that is, or free, and prints what came of each.
///
///     sidekey-confined confined|free FOLDER SOCKET PID PORT
@main enum Confined {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 6, let pid = Int32(words[4]), let port = Int32(words[5]) else { return }
        if words[1] == "confined" { _ = try Confinement.take() }
        var number: Int32 = 0
        while let name = attempt_name(number) {
            print("\(attempt(number, words[2], words[3], pid, port)) \(String(cString: name))")
            number += 1
        }
    }
}
