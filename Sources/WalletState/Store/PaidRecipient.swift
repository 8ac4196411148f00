/// Somebody to whom the wallet's own approvals have let something out.
struct PaidRecipient: Sendable, Hashable {
    /// When it was last approved, in milliseconds since 1970.
    var paid: Int64
    /// True once an approval outside the browser has paid it.
    var isConfirmed: Bool
}

/// Whom the wallet has paid. Strangers who look like one of them are warned of, whatever nodes tell of the past.
extension AuthenticatedContents {
    /// How many there may be; the code over all of them is made anew with each approval.
    static let mostRecipients = 4_096

    /// Notes whom an approval is about to pay.
    mutating func note(_ paid: Set<String>, at date: Int64, isConfirmed: Bool) {
        for address in paid {
            let before = recipients[address]
            recipients[address] = PaidRecipient(
                paid: max(date, before?.paid ?? date), isConfirmed: isConfirmed || before?.isConfirmed == true)
        }
        let surplus = recipients.count - Self.mostRecipients
        guard surplus > 0 else { return }
        // First those that only the browser approved: whoever takes the extension over pushes out none that the user confirmed outside it.
        let oldest = recipients.sorted {
            let (one, other) = ($0.value, $1.value)
            guard one.isConfirmed == other.isConfirmed else { return other.isConfirmed }
            return (one.paid, $0.key) < (other.paid, $1.key)
        }
        for (address, _) in oldest.prefix(surplus) { recipients[address] = nil }
    }
}
