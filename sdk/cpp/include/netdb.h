// Beside the library's own, so that the compiler says why a bot has none of it.
#error "a bot has no network; all it learns are the arguments of its functions"
