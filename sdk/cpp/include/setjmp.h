// Beside the library's own, so that the compiler says why a bot has none of it.
#error "a bot has no setjmp, which needs the exceptions of WebAssembly; return an error, such as std::optional"
