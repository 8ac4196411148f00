// The least a Swift process can be: what it holds at rest is the floor for any.
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

print("resting")
fflush(nil)
while true { pause() }
