/// Attempts of a hijacked `sidekey-rpc` or `sidekey-window`.
#pragma once

/// Tries the attempt of a number, from 0. Returns 0 where it came through, or its errno; -1 after the last.
///
/// - victim: a folder with a file `vault`, to which the attempts are made in their order.
/// - socket: the path of a Unix socket on which somebody listens, or `@` and the name of an abstract one.
/// - pid: another process of this user.
/// - port: one of 127.0.0.1 on which somebody listens.
int attempt(int number, const char *victim, const char *socket, int pid, int port);

/// Returns the name of the attempt with a number, or NULL after the last.
const char *attempt_name(int number);
