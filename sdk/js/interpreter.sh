# What the builds for JavaScript and TypeScript have in common; they source it, after common.sh. Bots of both have the
# same interpreter.

componentize_version=0.23.0

# Sets `folder`: where componentize-js is.
bring_componentize() {
    folder=$tools/componentize-js-$componentize_version
    bring_from_npm "$folder" "@bytecodealliance/componentize-js@$componentize_version"
    cp "$root"/sdk/js/{componentize,pack}.mjs "$folder" # node looks for packages beside a script
}

# Sets `interpreter`: the one for the game $1, built anew only if what it is made of has changed.
bring_interpreter() {
    local game=$1 made_of entry=entry parts=("$root"/sdk/js/{interpreter.sh,program.js,componentize.mjs} "$root"/sdk/{wit/host,source}.wit)
    if [[ $game == lines ]]; then
        entry=lines
        parts+=("$root/sdk/lines.wit")
    else
        parts+=("$root/sdk/wit/$game.wit" "$root/sdk/contract/$game.json")
    fi
    made_of=$(cat "${parts[@]}" "$root/sdk/js/$entry.js" | sha256sum)
    interpreter=$tools/js-$game-${made_of:0:16}.wasm
    [[ -f $interpreter ]] && touch "$interpreter" && return
    say "making the interpreter for $game, which takes half a minute, once"
    forget_old "js-$game-"
    local dir=$work/$game
    rm -rf "$dir"
    mkdir -p "$dir"
    wit_of_interpreter "$game" "$dir/wit"
    node "$folder/componentize.mjs" "$root/sdk/js/$entry.js" "$dir/wit" "$root/sdk/contract/$game.json" "$game" \
        "$dir/interpreter.wasm" >&2 ||
        fail "componentize-js could not make the interpreter for $game"
    mv "$dir/interpreter.wasm" "$interpreter"
}
