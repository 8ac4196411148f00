import AgentSocket
import Glibc

/// A reader of the extension's files, wherever browsers keep them: this process, or one that is allowed more.
public protocol ExtensionReading: Sendable {
    /// Looks at the browser of a host.
    ///
    /// - Parameters:
    ///   - caller: The extension as the host names it: `chrome-extension://ID/`, or a Firefox add-on's id.
    ///   - host: The process at the other end of the socket.
    /// - Throws: `unanswered` if the reader has ended, or doesn't answer in time.
    func finding(of caller: String, behind host: Int32) async throws(ExtensionReadingFault) -> ExtensionFinding

    /// Returns the path of a folder without links in it; nil if the text isn't the absolute path of one.
    ///
    /// - Throws: `unanswered`.
    func folder(at path: String) async throws(ExtensionReadingFault) -> String?
}

/// The reason why a reader tells nothing of a copy. Append-only.
public enum ExtensionReadingFault: String, Error, Sendable, CaseIterable {
    /// The reader has ended, or doesn't answer in time, or has found more copies than an answer holds.
    case unanswered
}

/// The work of a reader's process: it answers questions over a pair of sockets until the other end is closed.
///
/// It has one thread, no concurrency and no cache but the stamps of what it has read, so that nothing is read twice where nothing was written.
///
/// The process that asks may have been taken over. So it can't play a browser: it, and whatever it has started, are none. Otherwise it would name any
/// folder as the extension's and learn its hash, from which a short secret can be guessed.
package struct ExtensionReaderService {
    private struct Connection: Hashable {
        let place: UInt8
        let host: Int32
    }

    private static let mostConnections = 32

    private let extensions: [String]
    private let client: Int32
    private var earlier: [Connection: ExtensionFinding] = [:]

    /// - Parameters:
    ///   - extensions: The extensions that questions can name by their place here.
    ///   - client: The process that asks.
    package init(extensions: [String], client: Int32) { (self.extensions, self.client) = (extensions, client) }

    /// Answers until the other end is closed, or asks something that isn't a question.
    package mutating func serve(on socket: Int32) {
        var packet = [UInt8](repeating: 0, count: ReaderQuestion.mostBytes + 1)
        while true {
            let count = read(socket, &packet, packet.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, let question = ReaderQuestion(Array(packet[..<count])) else { return }
            let answer = ReaderAnswer(number: question.number, content(for: question.subject)).packet
            guard write(socket, answer, answer.count) == answer.count else { return }
        }
    }

    package mutating func content(for subject: ReaderQuestion.Subject) -> ReaderAnswer.Content {
        switch subject {
        case .folder(let path): return .folder(path: ExtensionSearch.folder(at: path))
        case .copies(let place, let host):
            guard Int(place) < extensions.count, host != client, !ProcessAncestry.isDescendant(host, of: client) else {
                return .copies(ExtensionFinding(browser: nil, copies: []))
            }
            let connection = Connection(place: place, host: host)
            let finding = ExtensionSearch(caller: extensions[Int(place)])
                .look(behind: host, earlier: earlier[connection])
            // Hosts come and go; who looks anew reads once more.
            if earlier.count >= Self.mostConnections, earlier[connection] == nil { earlier = [:] }
            earlier[connection] = finding
            return .copies(finding)
        }
    }
}
