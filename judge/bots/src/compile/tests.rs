use super::*;

#[test]
fn code_out_of_proportion_to_its_file_is_refused() {
    // Part of it may have been compiled before, for another bot.
    let of = |code_bytes: usize, file_bytes| {
        #[expect(unsafe_code, reason = "it is never loaded")]
        // SAFETY: no sandbox gets to see it.
        let artifact = |bytes: usize| Some(unsafe { Artifact::from_own(vec![0; bytes]) });
        let parts = vec![artifact(code_bytes / 2), artifact(1_000)];
        let code = Loadable { rest: artifact(code_bytes - code_bytes / 2 - 1_000), parts };
        proportionate(code.bytes(), file_bytes)
    };
    let most = (4 << 20) + 24 * 1_000;
    assert_eq!(of(most, 1_000), Ok(()));
    let told = of(most + 1, 1_000).expect_err("it is too large").to_string();
    assert!(
        told.starts_with("it compiles to 4218305 bytes, and 4218304 is the limit for a file of 1000;"),
        "{told}"
    );
}

#[test]
fn children_share_the_threads() {
    let each =
        |threads, children| threads_of_each(NonZeroUsize::new(threads).expect("it is not 0"), children).get();
    assert_eq!([each(1, 1), each(2, 1), each(2, 2), each(2, 3)], [1, 2, 1, 1]);
    assert_eq!([each(64, 1), each(64, 16), each(64, 64), each(64, 200)], [8, 4, 1, 1]);
}

#[test]
fn a_program_that_reads_lines_is_compiled_once_for_all_games() {
    let sandbox = Sandbox::new(Limits::default(), 1).expect("the sandbox starts");
    let keys = |export: &str| {
        let text = format!("(module (func (export {export:?})))");
        let module = wat::parse_str(text).expect("it is WebAssembly");
        ["othello", "freedom"].map(|game| key(&module, &FileKind::bot(game), &sandbox))
    };
    let [one, other] = keys("wasi:cli/run@0.2.0#run");
    assert_eq!(one, other);
    let [one, other] = keys("name");
    assert_ne!(one, other);
}
