# What the builds of bots and of games have in common; they source it, after common.sh.

componentize_version=0.23.0
esbuild_version=0.28.2

# Sets `folder`: where componentize-js and esbuild are.
bring_tools_of_js() {
    folder=$tools/js-$componentize_version-$esbuild_version
    bring_from_npm "$folder" "@bytecodealliance/componentize-js@$componentize_version" "esbuild@$esbuild_version"
    cp "$root"/sdk/js/{componentize,bundle}.mjs "$folder" # node looks for packages beside a script
}
