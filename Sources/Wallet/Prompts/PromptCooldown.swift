/// How long a browser has to wait before it may show the next prompt, after those that nobody said yes to.
///
/// A hijacked extension could put one window after the other before the user until they type what it wants. So each prompt that ended without a yes
/// (closed, run out, taken away by the browser itself) makes the next one wait: 5 s, then 15, then 60 each time. A yes, or ten quiet minutes, end that.
/// Browsers are told apart by what the host says of its caller, which the extension can't change by connecting anew.
struct PromptCooldown {
    static let delays: [Duration] = [.seconds(5), .seconds(15), .seconds(60)]
    /// After so long without a prompt the count begins anew.
    static let memory: Duration = .seconds(600)

    private struct Refusals {
        var count = 0
        var end = Duration.zero
    }

    private var refusals: [String: Refusals] = [:]

    /// How long a browser still has to wait; nil where it needn't.
    func remaining(for browser: String, at now: Duration) -> Duration? {
        guard let end = refusals[browser]?.end, now < end else { return nil }
        return end - now
    }

    /// Notes how a prompt ended that was shown.
    mutating func note(_ isYes: Bool, of browser: String, at now: Duration) {
        guard !isYes else {
            refusals[browser] = nil
            return
        }
        var noted = refusals[browser] ?? Refusals()
        if now > noted.end + Self.memory { noted.count = 0 }
        noted.end = now + Self.delays[min(noted.count, Self.delays.count - 1)]
        noted.count += 1
        refusals[browser] = noted
    }
}
