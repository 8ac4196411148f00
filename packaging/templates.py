#!/usr/bin/env python3
"""Files for the AUR, for Nix and for a Homebrew tap, written from one table.

    packaging/templates.py FOLDER --source FILE --binary FILE [--url URL]

    --source FILE   the archive of the source, sidekey-VERSION.tar.gz, which is hashed
    --binary FILE   the archive of the programs, sidekey-VERSION-linux-ARCHITECTURE.tar.gz, which is hashed
    --url URL       the folder where both can be fetched (https://sidekey.app/releases)

```
FOLDER/aur/PKGBUILD           builds from source with Swift from the AUR
FOLDER/nix/default.nix        takes the archive of the programs: nixpkgs has no Swift that is new enough
FOLDER/homebrew/sidekey.rb    builds from source with Homebrew's Swift, on Linux
```
"""

import argparse
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from release import PROGRAMS, PackagingError, own_version
from tree import SUMMARY

URL = "https://sidekey.app/releases"


@dataclass(frozen=True)
class Library:
    """A library that the programs are linked with, by its name in each place."""

    debian: str
    arch: str
    nix: str
    homebrew: str


LIBRARIES = (
    Library("libsodium-dev", "libsodium", "libsodium", "libsodium"),
    Library("libsqlite3-dev", "sqlite", "sqlite", "sqlite"),
    Library("libpsl-dev", "libpsl", "libpsl", "libpsl"),
    Library("zlib1g-dev", "zlib", "zlib", "zlib"),
    Library("libutf8proc-dev", "libutf8proc", "utf8proc", "utf8proc"),
    Library("libqrencode-dev", "qrencode", "qrencode", "qrencode"),
    Library("libssl-dev", "openssl", "openssl", "openssl@3"),
    Library("libcurl4-openssl-dev", "curl", "curl", "curl"),
    Library("libpng-dev", "libpng", "libpng", "libpng"),
    Library("libturbojpeg0-dev", "libjpeg-turbo", "libjpeg_turbo", "jpeg-turbo"),
    Library("libwebp-dev", "libwebp", "libwebp", "webp"),
    Library("libfido2-dev", "libfido2", "libfido2", "libfido2"),
    Library("libhidapi-dev", "hidapi", "hidapi", "hidapi"),
    Library("libtss2-dev", "tpm2-tss", "tpm2_tss", "tpm2-tss"),
)
# The window's, without which the wallet works.
WINDOW = Library("libgtk-4-dev", "gtk4", "gtk4", "gtk4")

PKGBUILD = """\
# Written by packaging/templates.py; change it there.
# What was run: bash reads it, makepkg prints its .SRCINFO, and package() fills a folder, all on Debian. It was never built on Arch.
pkgname=sidekey
pkgver={version}
pkgrel=1
pkgdesc='{summary}'
arch=('x86_64')
url='https://sidekey.app'
license=('MIT')
depends=({arch_depends} 'gcc-libs')
makedepends=('swift-bin' 'git' 'python' '{window.arch}')
optdepends=('{window.arch}: the window of Sidekey itself' 'pinentry: prompts without that window')
backup=('etc/chromium/native-messaging-hosts/app.sidekey.host.json'
        'etc/opt/chrome/native-messaging-hosts/app.sidekey.host.json'
        'etc/opt/edge/native-messaging-hosts/app.sidekey.host.json')
options=('!strip')
source=("{url}/{source}")
sha256sums=('{source_sum}')

build() {{
    cd "$srcdir/sidekey-$pkgver"
    bash packaging/build
}}

package() {{
    cd "$srcdir/sidekey-$pkgver"
    python3 packaging/tree.py "$pkgdir"
    install -Dm644 LICENSE "$pkgdir/usr/share/licenses/sidekey/LICENSE"
}}
"""

NIX = """\
# Written by packaging/templates.py; change it there.
# What was run: nix-instantiate reads it, on Debian. It was never built.
#
# It takes the programs that were built on Debian, as nixpkgs has no Swift 6.3. They want libsodium.so.23; where nixpkgs
# has a newer one, autoPatchelfHook stops the build. Give it another then: callPackage ./. {{ libsodium = ...; }}
{{ lib, stdenv, fetchurl, autoPatchelfHook, {nix_arguments}, {window.nix} }}:

stdenv.mkDerivation rec {{
  pname = "sidekey";
  version = "{version}";

  src = fetchurl {{
    url = "{url}/{binary}";
    sha256 = "{binary_sum}";
  }};

  nativeBuildInputs = [ autoPatchelfHook ];
  buildInputs = [ stdenv.cc.cc.lib {nix_inputs} {window.nix} ];
  # The programs are stripped, and their build ids stand in the list of the release.
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    mkdir -p $out/lib/sidekey $out/share/licenses/sidekey
    install -Dm755 -t $out/bin {bin_programs}
    cp -R extension $out/lib/sidekey/extension
    # services.udev.packages takes it from there: a Ledger is its user's to open.
    install -Dm644 -t $out/lib/udev/rules.d udev/*.rules
    install -m644 LICENSE $out/share/licenses/sidekey/LICENSE
    runHook postInstall
  '';

  # Each user joins it to the browsers: sidekey register --prefix $out
  meta = {{
    description = "{summary}";
    homepage = "https://sidekey.app";
    license = lib.licenses.mit;
    platforms = [ "x86_64-linux" ];
    mainProgram = "sidekey";
  }};
}}
"""

HOMEBREW = """\
# Written by packaging/templates.py; change it there.
# What was run: Ruby reads it, on Debian. Homebrew never built it.
class Sidekey < Formula
  desc "{summary}"
  homepage "https://sidekey.app"
  url "{url}/{source}"
  sha256 "{source_sum}"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
{homebrew_depends}
  depends_on :linux

  # Without the window of Sidekey itself, which wants GTK; prompts appear by pinentry or in the terminal.
  def install
    {ruby_programs}.each do |program|
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", program
      bin.install ".build/release/#{{program}}"
    end
    (lib/"sidekey").install "extension"
  end

  def caveats
    <<~TEXT
      To join Sidekey to your browsers:
        sidekey register --prefix #{{opt_prefix}}
    TEXT
  end

  test do
    assert_equal version.to_s, shell_output("#{{bin}}/sidekey --version").strip
  end
end
"""


def checksum(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise PackagingError(f"{path}: {error.strerror}") from None


def written(source: Path, binary: Path, url: str) -> dict[str, str]:
    """The files' contents by their names."""
    version = own_version()
    for path in (source, binary):
        if not path.name.startswith(f"sidekey-{version}"):
            raise PackagingError(f"{path.name} isn't an archive of version {version}")
    values = {
        "version": version, "summary": SUMMARY, "url": url.rstrip("/"), "window": WINDOW,
        "source": source.name, "source_sum": checksum(source), "binary": binary.name, "binary_sum": checksum(binary),
        "arch_depends": " ".join(f"'{library.arch}'" for library in LIBRARIES),
        "nix_arguments": ", ".join(library.nix for library in LIBRARIES),
        "nix_inputs": " ".join(library.nix for library in LIBRARIES),
        # Homebrew's own checker wants them sorted.
        "homebrew_depends": "\n".join(f'  depends_on "{name}"' for name in sorted(library.homebrew for library in LIBRARIES)),
        "bin_programs": " ".join(f"bin/{name}" for name in PROGRAMS),
        "ruby_programs": "%w[" + " ".join(name for name in PROGRAMS if name != "sidekey-window") + "]",
    }  # fmt: skip
    templates = {"aur/PKGBUILD": PKGBUILD, "nix/default.nix": NIX, "homebrew/sidekey.rb": HOMEBREW}
    return {name: template.format(**values) for name, template in templates.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--url", default=URL)
    options = parser.parse_args()
    try:
        files = written(options.source, options.binary, options.url)
    except PackagingError as error:
        print(f"templates: error: {error}", file=sys.stderr)
        return 1
    for name, contents in files.items():
        path = options.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
