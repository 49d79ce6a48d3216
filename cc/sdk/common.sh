# What the builds of all languages but Rust have in common; they source it.
#
# One of them defines `prepare SOURCE…`, which brings in its toolchain, and `build FILE.wasm SOURCE…`, and calls
# `main LANGUAGE 'ENDING…' "$@"`. If it defines `check SOURCE…`, that is called before all else.

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "error: $*"
    exit 1
}

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "not root, and no sudo: cannot run $*"
        return 1
    fi
}

# A package of PyPI in an environment of its own. $1: the package, $2: its version. Sets `venv`.
bring_from_pypi() {
    venv=$tools/$1-$2
    # Not if Python is another since then.
    "$venv/bin/python" --version >/dev/null 2>&1 && return
    bring_python
    say "installing $1 $2 into $venv, once for all bots"
    rm -f "$venv"
    local new
    new=$(mktemp -d "$venv.XXXXXX")
    python3 -m venv "$new" >&2 || fail_without "$new" "python3 cannot make a virtual environment in $new"
    "$new/bin/pip" install --quiet --disable-pip-version-check "$1==$2" >&2 ||
        fail_without "$new" "cannot install $1 $2 with pip; the first build needs a network, or a package index that pip is configured for"
    name_whole "$new" "$venv"
}

# Makes room for a new interpreter: other bots may need those of late. $1: how the names of its files begin.
forget_old() {
    find "$tools" -maxdepth 1 -name "$1*.wasm" -mtime +30 -exec rm -f {} +
}

# Gives a folder its name, now that it is whole. It stays where it is, since its files name it. $1: the folder, $2: the
# name, which a build beside this one may have given by now.
name_whole() {
    ln -sn "${1##*/}" "$2" 2>/dev/null || rm -rf "$1"
    [[ -d $2 ]] || fail "$2 cannot be made"
}

# $1: a folder to be removed, then what is wrong.
fail_without() {
    rm -rf "$1"
    shift
    fail "$@"
}

# Fails if there is a Python, and it is too old.
refuse_old_python() {
    command -v python3 >/dev/null || return 0
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' && return
    fail "$(python3 --version) is too old: install Python 3.10 or newer from https://www.python.org, and see that python3 is that one"
}

bring_python() {
    refuse_old_python
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        command -v apt-get >/dev/null || fail 'no Python with venv: install Python 3 from https://www.python.org'
        say 'no Python with venv here; installing it'
        as_root apt-get update >&2 || say 'apt-get update failed; trying with the package lists at hand'
        as_root apt-get -o DPkg::Lock::Timeout=600 install --yes --no-install-recommends python3 python3-venv >&2 ||
            fail 'cannot install python3 and python3-venv'
    fi
}

# Packages of npm in a folder of their own. $1: the folder, then the packages with their versions.
bring_from_npm() {
    local folder=$1
    shift
    [[ -d $folder ]] && return
    bring_node
    local names=${*##*/}
    say "installing $names into $folder, once for all bots"
    local new
    new=$(mktemp -d "$folder.XXXXXX")
    printf '{ "private": true }\n' >"$new/package.json"
    npm install --prefix "$new" --silent --no-audit --no-fund "$@" >&2 ||
        fail_without "$new" "cannot install $names with npm; the first build needs a network, or a registry that npm is configured for"
    name_whole "$new" "$folder"
}

bring_node() {
    if ! command -v npm >/dev/null; then
        command -v apt-get >/dev/null || fail 'no npm: install Node.js 20 or newer from https://nodejs.org'
        say 'no npm here; installing it'
        as_root apt-get update >&2 || say 'apt-get update failed; trying with the package lists at hand'
        as_root apt-get -o DPkg::Lock::Timeout=600 install --yes --no-install-recommends nodejs npm >&2 || fail 'cannot install nodejs and npm'
    fi
    node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' ||
        fail "Node.js $(node --version) is too old: install Node.js 20 or newer from https://nodejs.org"
}

# $1: the language's folder below sdk/, $2: how its sources' names may end, then the command line.
main() {
    language=$1
    read -ra endings <<<"$2"
    shift 2
    local sources=() out=''
    while (($# > 0)); do
        case $1 in
            --out)
                (($# > 1)) || usage
                out=$2
                shift
                ;;
            -*) usage ;;
            *) [[ " ${endings[*]} " == *" .${1##*.} "* ]] || usage && sources+=("$1") ;;
        esac
        shift
    done

    local target=${CARGO_TARGET_DIR:-$root/target}
    mkdir -p "$target"
    target=$(cd "$target" && pwd)
    work=$target/bots/parts/$language
    mkdir -p "$work"
    find_tools "$target"

    if ((${#sources[@]} == 0)); then
        if [[ -f $root/sdk/bot ]]; then
            the_bot
        else
            the_game
            return
        fi
    fi
    [[ -n $out ]] || out=${sources[0]%.*}.wasm
    [[ $out == *.wasm ]] || usage
    local source
    for source in "${sources[@]}"; do
        [[ -f $source ]] || fail "no file $source"
    done
    check "${sources[@]}"
    mkdir -p "$(dirname "$out")"
    prepare "${sources[@]}"
    build "$out" "${sources[@]}"
    say "built $out"
}

# Sets `tools`: where the tools of a language are installed, once for all bots of a user. Beside them the judge keeps
# code, which it does only where nobody else can write. $1: a folder for users without a home.
find_tools() {
    local caches=${XDG_CACHE_HOME:-}
    if [[ -z $caches && -n ${HOME:-} ]]; then
        caches=$HOME/.cache
        [[ $OSTYPE != darwin* ]] || caches=$HOME/Library/Caches
    fi
    tools=${caches:-$1}/judge/tools
    (umask 077 && mkdir -p "$tools") || fail "$tools cannot be made; name another folder of caches with XDG_CACHE_HOME"
}

# In the folder of a new game: builds the game and its bots.
the_game() {
    cd "$root"
    local ending source sources=()
    for ending in "${endings[@]}"; do
        for source in game"$ending" bots/*_bot"$ending"; do
            [[ ! -f $source ]] || sources+=("$source")
        done
    done
    ((${#sources[@]} > 0)) || usage
    for source in "${sources[@]}"; do
        "sdk/$language/build" "$source"
    done
}

# In the folder of a new bot: sets `sources` and `out` to that bot.
the_bot() {
    local key value name=''
    while IFS='=' read -r key value; do
        [[ $key != name ]] || name=$value
    done <"$root/sdk/bot"
    [[ -n $name ]] || fail "sdk/bot: write name=NAME"
    cd "$root"
    local ending file
    for ending in "${endings[@]}"; do
        for file in *"$ending"; do
            [[ ! -f $file ]] || sources+=("$file")
        done
    done
    # A language whose files import each other has one that is built.
    for file in ${main_source:-}; do
        sources=("$file")
        [[ ! -f $file ]] || break
    done
    ((${#sources[@]} > 0)) || fail "there is no file of the bot: none ends in ${endings[*]}"
    [[ -n $out ]] || out=$name.wasm
}

# Most languages find mistakes when they build.
declare -F check >/dev/null || check() { :; }

# Sets `interpreter`: the one that is called $1, made anew only if what it is made of has changed. Then the files that it is
# made of, and behind -- the command that makes it in the folder that is its last word.
bring_interpreter() {
    local name=$1 dir=$work/interpreter made_of_files=() made_of
    shift
    while [[ $1 != -- ]]; do
        made_of_files+=("$1")
        shift
    done
    shift
    made_of=$(cat "${made_of_files[@]}" "$root"/sdk/{common.sh,lines.wit,source.wit} | sha256sum)
    interpreter=$tools/$name-${made_of:0:16}.wasm
    [[ -f $interpreter ]] && touch "$interpreter" && return
    say "making the interpreter $name, which takes half a minute, once"
    forget_old "$name-"
    rm -rf "$dir"
    mkdir -p "$dir"
    "$@" "$dir"
    mv "$dir/interpreter.wasm" "$interpreter"
}

# Puts the contract of an interpreter into the folder $1: what a program has that reads lines.
wit_of_interpreter() {
    mkdir -p "$1/deps/cli"
    cp "$root"/sdk/{lines,source}.wit "$1"
    printf 'package wasi:cli@0.2.0;\ninterface run {\n    run: func() -> result;\n}\n' >"$1/deps/cli/run.wit"
    printf 'package judge:arena@1.0.0;\ninterface host {\n    log: func(line: string);\n}\nworld interpreter {\n    import host;\n    import source;\n    import lines;\n    export wasi:cli/run@0.2.0;\n}\n' \
        >"$1/interpreter.wit"
}

usage() {
    say "usage: sdk/$language/build FILE${endings[0]} [--out FILE.wasm]"
    [[ ! -f $root/sdk/bot ]] || say "       sdk/$language/build [--out FILE.wasm]"
    exit 2
}
