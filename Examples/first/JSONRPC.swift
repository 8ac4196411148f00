import JSONRPC

/// Answers `add {a, b}` and nothing else.
func answer(_ request: RPCRequest) throws(RPCError) -> JSON {
    guard request.method == "add" else { throw RPCError(.methodNotFound, .methodUnknown, "no such method") }
    var parameters = RPCParameters(request.params)
    let (a, b) = (try parameters.uint64("a"), try parameters.uint64("b"))
    try parameters.finish()
    let (sum, overflows) = a.addingReportingOverflow(b)
    guard !overflows else { throw RPCError(.invalidParams, .paramValue, "the sum is too large") }
    return ["sum": .string(String(sum))]
}

let frame = #"{"jsonrpc": "2.0", "id": "1", "method": "add", "params": {"a": "18446744073709551610", "b": "5"}}"#
switch try RPCMessage(parsing: JSONSource(frame.utf8)) {
case .request(let request):
    let outcome = Result { () throws(RPCError) in try answer(request) }
    print(String(decoding: RPCResponse(id: request.id, outcome: outcome).serialized(), as: UTF8.self))
case .notification, .response:
    print("not a request")
}

do {
    _ = try JSON(parsing: JSONSource(#"{"a": 1, "a": 2}"#.utf8))
} catch {
    print(error.code, error.offset)
}
