#!/bin/sh
# Installs the program judge from a release, for the user who runs this, without administrator's rights.
#
#   curl -fsSL ADDRESS/install.sh | sh
#
# JUDGE_BIN says where to [default: ~/.local/bin], and JUDGE_RELEASE where the archives are. The archive's checksum must
# be that of SHA256SUMS.
set -eu

release=${JUDGE_RELEASE:-@RELEASE@}
version=@VERSION@
bin=${JUDGE_BIN:-$HOME/.local/bin}

fail() {
    printf 'error: %s\n' "$1" >&2
    exit 1
}

case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
    Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-gnu ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m); build the judge with cargo" ;;
esac
name=judge-$version-$target
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

get() {
    if command -v curl >/dev/null; then
        curl -fsSL -o "$folder/$1" "$release/$1"
    elif command -v wget >/dev/null; then
        wget -qO "$folder/$1" "$release/$1"
    else
        fail 'neither curl nor wget is there; install one of them'
    fi || fail "$release/$1 cannot be had"
}
get SHA256SUMS
get "$name.tgz"
cd "$folder"
grep " $name.tgz\$" SHA256SUMS >wanted || fail "SHA256SUMS does not name $name.tgz"
if command -v sha256sum >/dev/null; then
    sha256sum -c wanted >/dev/null 2>&1
else
    shasum -a 256 -c wanted >/dev/null 2>&1
fi || fail "the checksum of $name.tgz is not that of SHA256SUMS; nothing is installed"
tar -xzf "$name.tgz"
mkdir -p "$bin"
# Not written over: a judge that is running goes on with the old one.
cp "$name/judge" "$bin/.judge.new"
chmod 755 "$bin/.judge.new"
mv "$bin/.judge.new" "$bin/judge"
"$bin/judge" --version
printf 'installed: %s\n' "$bin/judge"
case ":$PATH:" in
    *":$bin:"*) ;;
    *) printf 'add %s to your PATH to call it judge\n' "$bin" ;;
esac
