/// How the last requests ended, for decisions about them that come too late.
struct EndedRequests {
    /// How many are known.
    private static let most = 256

    private var states: [String: RequestState] = [:]
    private var order: [String] = []

    subscript(id: String) -> RequestState? { states[id] }

    mutating func note(_ id: String, _ state: RequestState) {
        if states.updateValue(state, forKey: id) == nil { order.append(id) }
        if order.count > Self.most { states[order.removeFirst()] = nil }
    }
}
