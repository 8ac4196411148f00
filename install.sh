#!/usr/bin/env bash
# Builds Sidekey and installs it for this user; `sidekey register` then joins it to the browsers.
#
# Everything that changes something outside this folder goes through `act`, which --dry-run turns into a line of text.
# Nothing is ever put into share/sidekey: with the default prefix that is the wallet's own folder.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly HERE
programs=(sidekey sidekey-host sidekey-agent sidekey-rpc sidekey-picture sidekey-device sidekey-window)

usage() {
    cat <<'END'
Usage: ./install.sh [options]

  --prefix FOLDER     where programs go: FOLDER/bin, FOLDER/lib/sidekey, FOLDER/share (default: ~/.local)
  --demo              install, then open the demo in a browser with a throwaway profile and wallet
  --browser NAME      the demo's browser: chromium or firefox
  --uninstall         take all of it back; asks before it deletes a wallet
  --dry-run           show what would be done and do nothing
  --yes               answer yes to every question but the one about deleting a wallet
  --no-build          install what .build/release holds
  --from FOLDER       install an unpacked release, as the tarball has it: FOLDER/bin and FOLDER/extension
  --allow-extension ID, --forbid-extension ID
                      whether browsers let another extension reach the wallet, which asks you before it gets anything
  --system-extension  install the extension for every user of Debian's browsers (root; otherwise offered)
END
}

say() { printf '%s\n' "$*"; }
step() { printf '\n== %s\n' "$*"; }
die() {
    printf 'install: error: %s\n' "$1" >&2
    if [ $# -gt 1 ]; then printf 'install: hint: %s\n' "$2" >&2; fi
    exit 1
}
act() {
    if [ "$dry_run" = yes ]; then printf 'would run:'; printf ' %q' "$@"; printf '\n'; else "$@"; fi
}
is_root() { [ "$(id -u)" -eq 0 ]; }
# Root's rights are to be had without a question, or there is somebody to type a password.
can_be_root() { is_root || { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }; }
can_have_packages() { command -v apt-get >/dev/null && can_be_root; }
as_root() { if is_root; then act "$@"; else act sudo "$@"; fi; }
# Works below the prefix, as root where it isn't this user's to write to.
in_prefix() {
    local existing=$prefix
    while [ ! -e "$existing" ]; do existing=$(dirname "$existing"); done
    if [ -w "$existing" ]; then act "$@"; else as_root "$@"; fi
}
ask() {
    local answer
    if [ "$yes" = yes ]; then return 0; fi
    if [ "$dry_run" = yes ] || [ ! -t 0 ]; then return 1; fi
    read -r -p "$1 [y/N] " answer
    [[ $answer =~ ^[Yy] ]]
}
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"; }

missing_packages() {
    # needs TEST PACKAGE...: the packages are missing where the test fails.
    needs() { eval "$1" >/dev/null 2>&1 || printf '%s\n' "${@:2}"; }
    needs "command -v git" git ca-certificates
    needs "command -v g++" g++
    needs "command -v pkg-config" pkg-config
    needs "pkg-config --exists libsodium" libsodium-dev
    needs "pkg-config --exists sqlite3" libsqlite3-dev
    needs "pkg-config --exists libpsl" libpsl-dev
    needs "pkg-config --exists zlib" zlib1g-dev
    needs "pkg-config --exists libutf8proc" libutf8proc-dev
    needs "pkg-config --exists libqrencode" libqrencode-dev
    needs "pkg-config --exists libcrypto libssl" libssl-dev
    needs "pkg-config --exists libcurl" libcurl4-openssl-dev
    needs "pkg-config --exists libpng" libpng-dev
    needs "pkg-config --exists libturbojpeg" libturbojpeg0-dev
    needs "pkg-config --exists libwebpdemux" libwebp-dev
    needs "pkg-config --exists libfido2" libfido2-dev
    needs "pkg-config --exists hidapi-hidraw" libhidapi-dev
    needs "pkg-config --exists tss2-esys tss2-mu" libtss2-dev
    # Sidekey's own window. The wallet works without it, so nobody is sent away for want of it.
    if can_have_packages; then needs "pkg-config --exists gtk4" libgtk-4-dev; fi
    [ "$demo" = yes ] || return 0
    needs "python3 -c 'import ensurepip, venv'" python3-venv
    if [ "$browser" = firefox ]; then needs "command -v firefox-esr" firefox-esr fonts-dejavu-core; fi
    if [ "$browser" = chromium ]; then needs "command -v chromium" chromium fonts-dejavu-core; fi
}

# Libraries that the programs of a release want and this system hasn't.
check_libraries() {
    local program missing
    for program in "${programs[@]}"; do
        [ -x "$from/bin/$program" ] || die "there is no $program in $from/bin" "--from takes the folder of an unpacked release"
        missing=$(ldd "$from/bin/$program" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found.*/\1/p' | tr '\n' ' ')
        [ -n "$missing" ] || continue
        # The wallet works without its own window, pictures and security keys.
        case $program in
            sidekey-window) say "note: without $missing there is no window of Sidekey's own" ;;
            sidekey-picture) say "note: without $missing there are no pictures of NFTs" ;;
            sidekey-device) say "note: without $missing no security key and no TPM unlocks the wallet" ;;
            *) die "$program needs libraries that aren't here: $missing" "install them with your system's package manager" ;;
        esac
    done
}

install_packages() {
    if [ -n "$from" ]; then check_libraries && return; fi
    step "System packages"
    local -a missing
    mapfile -t missing < <(missing_packages)
    say "missing: ${missing[*]:-nothing}"
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$dry_run" != yes ]; then
        command -v apt-get >/dev/null || die "this isn't a Debian system" "install these by hand: ${missing[*]}"
        can_be_root || die "installing packages needs root" "run this first: sudo apt-get install -y ${missing[*]}"
    fi
    as_root apt-get update -q
    apt "${missing[@]}"
}

build() {
    local program
    local -a options=()
    step "Build"
    if [ -n "$from" ]; then
        say "left out: installing the release in $from"
    elif [ "$no_build" = yes ]; then
        say "left out: installing what .build/release holds"
    else
        command -v swift >/dev/null || die "there is no swift in the PATH" "install Swift 6.3: https://www.swift.org/install"
        if [ "$dry_run" != yes ] && ! pkg-config --exists gtk4; then
            say "note: without GTK 4's headers (libgtk-4-dev) there is no window of Sidekey's own"
            options=(--no-window)
            programs=(sidekey sidekey-host sidekey-agent sidekey-rpc sidekey-picture sidekey-device)
        fi
        act bash "$HERE/packaging/build" "${options[@]}"
    fi
    for program in "${programs[@]}"; do
        [ "$dry_run" = yes ] || [ -x "$built/$program" ] || die "$program wasn't built"
    done
}

# Replaces a program by renaming, so that one that is running keeps its own file.
install_program() {
    in_prefix install -m 755 "$built/$1" "$prefix/bin/.$1.new"
    if command -v strip >/dev/null; then in_prefix strip "$prefix/bin/.$1.new"; fi
    in_prefix mv -f "$prefix/bin/.$1.new" "$prefix/bin/$1"
}

# The hash of an extension's folder, as Sources/BrowserExtensions/KnownExtension.swift draws it.
extension_hash() { (cd "$1" && find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum | cut -c 1-64); }

# By this list the agent knows the extension: what is installed here, and the checkout's own, are the same files.
install_list() {
    local source=${from:-$HERE} list version
    if [ "$dry_run" = yes ]; then say "would write: $prefix/lib/sidekey/extensions.json" && return; fi
    version=$(sed -n 's/^ *"version": "\([0-9.]*\)",*$/\1/p' "$source/extension/manifest.json")
    list=$(mktemp)
    printf '{"extensions": [{"version": "%s", "shape": "unpacked", "hash": "%s"}]}\n' "$version" "$(extension_hash "$source/extension")" >"$list"
    # A release brings the rows of its archives with it.
    if [ -e "$source/extensions.json" ]; then cp "$source/extensions.json" "$list"; fi
    in_prefix install -m 644 "$list" "$prefix/lib/sidekey/extensions.json"
    rm -f "$list"
}

install_programs() {
    step "Programs in $prefix/bin"
    in_prefix mkdir -p "$prefix/bin" "$prefix/lib/sidekey"
    local program
    for program in "${programs[@]}"; do install_program "$program"; done
    in_prefix rm -rf "$prefix/lib/sidekey/extension"
    in_prefix cp -R "${from:-$HERE}/extension" "$prefix/lib/sidekey/extension"
    # A checkout has none: then a newer version comes by git.
    if [ -n "$from" ] && [ -f "$from/release.json" ]; then
        in_prefix install -m 644 "$from/release.json" "$prefix/lib/sidekey/release.json"
    else
        in_prefix rm -f "$prefix/lib/sidekey/release.json"
    fi
    install_list
    # An agent of the version before would go on answering until it is idle.
    if [ "$dry_run" != yes ]; then "$prefix/bin/sidekey" stop >/dev/null 2>&1 || true; fi
    case ":$PATH:" in *":$prefix/bin:"*) ;; *) say "note: $prefix/bin isn't in your PATH" ;; esac
}

# register [root] OPTION...: asks the program that is installed; in a dry run the one that was built, which then does nothing.
register() {
    local -a command=("$prefix/bin/sidekey" register --prefix "$prefix")
    if [ "${1:-}" = root ]; then
        shift
        if ! is_root && [ "$dry_run" != yes ]; then command=(sudo "${command[@]}"); fi
    fi
    if [ "$dry_run" = yes ] && [ -x "$built/sidekey" ]; then
        "$built/sidekey" register --prefix "$prefix" --dry-run "$@"
    else
        act "${command[@]}" "$@"
    fi
}

register_all() {
    step "Browsers, links, manual and shells"
    # If the prefix is root's, so are the list of extensions, the manual and the completions.
    if [ "$dry_run" != yes ] && [ ! -w "$prefix/lib/sidekey" ]; then
        register root --system "${extensions[@]}"
        extensions=()
    fi
    register "${extensions[@]}"
}

offer_system_extension() {
    step "The extension for every user of Debian's browsers"
    if [ "$system_extension" = yes ]; then
        [ "$dry_run" = yes ] || can_be_root || die "the extension for every user needs root"
    elif ! can_be_root; then
        say "left out: needs root" && return
    # The demo loads the extension into a browser of its own: whoever tries it out changes nobody else's.
    elif [ "$demo" = yes ] || ! ask "Install the extension in /usr/share for every user of Chromium and Firefox here?"; then
        say "left out; ./install.sh --system-extension does it later" && return
    fi
    register root --system-extension
}

uninstall() {
    step "Uninstall from $prefix"
    local program data=${SIDEKEY_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/sidekey} answer=
    if [ -x "$prefix/bin/sidekey" ]; then
        act "$prefix/bin/sidekey" stop >/dev/null 2>&1 || true
        register --remove
        if [ -e "$prefix/lib/sidekey/extension-for-every-user" ] || [ ! -w "$prefix/lib/sidekey" ]; then
            can_be_root || die "what is registered for every user needs root to be taken back"
            register root --system --remove
        fi
    fi
    for program in "${programs[@]}"; do in_prefix rm -f "$prefix/bin/$program"; done
    in_prefix rm -rf "$prefix/lib/sidekey"
    say "an extension that you loaded by hand is removed in the browser itself"
    if [ ! -d "$data" ]; then return; fi
    say "your wallet's folder is $data"
    if [ "$dry_run" != yes ] && [ -t 0 ]; then
        say "Without its recovery phrase, what it holds is lost for good when it is deleted."
        read -r -p 'Type "delete" to delete it, anything else to keep it: ' answer
    fi
    if [ "$answer" = delete ]; then rm -rf -- "$data" && say "deleted $data"; else say "kept $data"; fi
}

prefix=$HOME/.local from='' demo=no browser='' mode=install dry_run=no yes=no no_build=no system_extension=ask
declare -a extensions=()
while [ $# -gt 0 ]; do
    case $1 in
        --prefix=* | --browser=* | --from=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" && continue ;;
        --prefix | --browser | --from | --allow-extension | --forbid-extension)
            [ $# -gt 1 ] || die "$1 needs a value"
            case $1 in --prefix) prefix=$2 ;; --from) from=$(realpath -m -- "$2") ;; --browser) browser=$2 ;; *) extensions+=("$1" "$2") ;; esac
            shift
            ;;
        --demo) demo=yes ;;
        --uninstall) mode=uninstall ;;
        --dry-run) dry_run=yes ;;
        --yes | -y) yes=yes ;;
        --no-build) no_build=yes ;;
        --system-extension) system_extension=yes ;;
        --help | -h) usage && exit 0 ;;
        *) die "unknown option: $1" "./install.sh --help lists what there is" ;;
    esac
    shift
done
[ "$(uname -s)" = Linux ] || die "this installer knows Linux only"
prefix=$(realpath -m -- "$prefix")
built=$HERE/.build/release
if [ -n "$from" ]; then
    built=$from/bin
    if [ "$demo" = yes ]; then die "--demo takes a checkout" "leave out --from"; fi
fi
# The path goes into JSON as it is.
case $prefix in *[\"\\[:cntrl:]]*) die "the prefix holds a quote, a backslash or a control character" ;; esac
if [ -z "$browser" ] && ! command -v chromium >/dev/null && command -v firefox-esr >/dev/null; then browser=firefox; fi
case ${browser:=chromium} in chromium | firefox) ;; *) die "--browser is chromium or firefox" ;; esac

if [ "$mode" = uninstall ]; then { uninstall; exit 0; }; fi
if is_root && [ -n "${SUDO_USER:-}" ]; then say "note: under sudo this installs for root; as yourself, it asks for sudo where it needs it"; fi
install_packages
build
install_programs
register_all
offer_system_extension
step "Check"
healthy=yes
act "$prefix/bin/sidekey" doctor || healthy=no
if [ "$demo" = yes ]; then act "$HERE/Examples/demo/run" "$browser" "$prefix/bin"; fi
[ $healthy = yes ] || die "doctor has found faults; see above"
