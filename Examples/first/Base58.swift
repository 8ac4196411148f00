import Base58

let mint = "So11111111111111111111111111111111111111112"
let bytes = try Base58.decode(mint, count: 32)
print(bytes.count, bytes.prefix(2))
print(Base58.encode(bytes) == mint)

do {
    _ = try Base58.decode("not 0base58")
} catch {
    print(error)
}
