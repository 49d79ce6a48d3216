//! Every threat has a test. The letters are those of the list of threats that the sandbox was built against. A guest is one of
//! `tests/guests`, whose fault is told in `cup::each_hostile_guest_is_out_for_its_fault`.
//!
//! | threat | test |
//! |---|---|
//! | A1 endless loop | guest `endless-loop` |
//! | A2 tree of calls | guest `tree-of-calls` |
//! | A3 a giant function | `load::a_function_without_end` |
//! | A4 cheap in fuel, dear in time | guest `bulk-filler`, `judge-sandbox: tests`, and the benchmark of fuel |
//! | A5 work before the game | `errors::contestants::a_start_without_end`, `load::a_start_that_logs` |
//! | A7 work, then a trap | `cup::a_trap_costs_the_turn` |
//! | A8 recursion | guests `endless-recursion`, `deep-log` |
//! | A10 host calls | guest `host-caller` |
//! | A4 calls that take no fuel | `slow_code::a_resource_of_ones_own_is_refused` |
//! | A12 control flow that moves many values | `slow_code::many_locals_alive_where_branches_meet_are_refused`, `judge-sandbox`: `tests/dear_code.rs` |
//! | A12 frames that take pages | `slow_code::many_values_kept_over_a_call_are_refused` |
//! | A13 many cheap turns | `fuel::without_a_bank_of_its_own_a_game_has_two_hundred_turns_of_fuel_at_most` |
//! | A14 stalling | `slow_code::an_excluded_bot_is_never_run`, `judge-sandbox`: `store_data::allowance::tests`, `judge-bots`: `games::tests::a_game_that_the_watchdog_ended_is_played_again_once`, `judge-core`: `run::tournament::tests` |
//! | A15 telling admission from games | `wasi::a_bot_cannot_tell_by_its_random_numbers_that_it_is_being_admitted` |
//! | A11 sleeping | `wasi::a_sleep_without_end_is_over_at_once` |
//! | B1 growth | guests `memory-hog`, `memory-counter` |
//! | B2 huge memory, huge table | `errors::contestants::more_memory_than_the_limit_from_the_start`, `load::a_table_beyond_the_limit` |
//! | B3, B4 many of anything | `judge-sandbox: module_limits::tests` |
//! | B5 memory of the judge's | `memory::ten_thousand_floods_leave_no_trace` |
//! | C1 compile bombs | `load::fifty_thousand_locals` and its neighbours, `judge-sandbox: module_limits::tests` |
//! | C2 what is slow to compile all the same | `loading::what_takes_too_long_to_compile_is_refused`, `loading::the_limit_of_time_is_for_all_threads_together` |
//! | B6 compiled code out of proportion | `judge-bots`: `compile::tests::code_out_of_proportion_to_its_file_is_refused`, `cache::tests::a_refusal_is_remembered` |
//! | B7 work at instantiation | `judge-sandbox`: `module_limits::tests` |
//! | C6 panics of the tools, notes that they stumble over | `loading::broken_notes_of_a_compiler_refuse_no_bot`, `slow_code::a_file_that_the_tools_fail_on_is_the_bots_fault` |
//! | C3 compiled code | `load::code_that_wasmtime_compiled`, `errors::contestants::native_code` |
//! | C3 a file that is a program of the machine | `native::what_lies_on_the_disk_is_started_by_no_command` and its neighbours |
//! | C4 nested components | `judge-sandbox`: `module_limits::tests::what_lies_deep_inside_is_counted_too`, `slow_code::types_deep_inside_one_another_are_refused` |
//! | C5 a poisoned cache | `loading::a_poisoned_entry_is_made_anew` and its neighbours |
//! | D1 wild handles | `judge-sandbox`: `wasi::tests::a_handle_used_in_a_wrong_way_is_a_trap_and_no_bad_reply` |
//! | D1 wild pointers | guests `wild-pointer`, `wild-fleet`, `wild-log` |
//! | D2 text that is none, or huge | `errors::contestants::a_name_that_is_no_text`, `load::a_huge_name`, guest `log-of-no-text` |
//! | D3 exports | `errors::contestants` |
//! | D4 enormous answers | guests `huge-fleet`, `endless-fleet`, `huge-log` |
//! | D5 allocators | guests `*-realloc` |
//! | D7 panics of ours | `judge-bots: games::tests::a_panic_of_ours_voids_the_game` |
//! | D8 exit, abort | guests `exit`, `trap-in-take-turn` |
//! | E1 output | `cup::a_flood_of_logs_or_of_output_is_cut` |
//! | E2, E3, E4 what others read | `cup::nothing_that_bots_write_gets_out_as_it_is`, `load::a_name_in_an_import_moves_no_cursor` |
//! | E5 names | `errors::line_up` |
//! | E6 a bot's strings in a page | `page::nothing_that_a_bot_says_is_markup`, `judge-page`: `tests/dist.rs`, and in a browser `judge/page/web/test.mjs`, where no dialog and no request may come |
//! | F2 a file that is swapped | `judge-core`: `run::tournament::tests::a_file_that_is_swapped_after_it_was_hashed_is_not_the_one_that_plays` |
//! | F4 a pipe, a device, a link | `load::only_plain_files_are_read`, `judge-core`: `file::tests` |
//! | F3 one bot twice | `loading::a_bot_entered_twice_is_told_whatever_its_custom_sections` |
//! | G1 what another bot left | `cup::nothing_is_left_of_the_game_before` |
//! | G2, G3 signals | clocks run on fuel: `wasi`; limits are each bot's own |
//! | G5 seeds | `judge-play: seed`, `judge-core: schedule`, `seed` |
//! | H1 NaN | guest `nan-reader` |
//! | H3 a host that is short | `voids` |
//! | H5 order | `cup::neither_threads_nor_the_hostile_change_the_games_of_the_honest` |
//! | H8 frames that depend on the processor | `judge-sandbox`: `tests::fuel_does_not_depend_on_what_else_the_processor_can_do` and its neighbours |
//! | H7 how the engine is set up | `engines::however_the_engine_is_set_up_the_games_are_the_same`, and the fuzz target `modules` |
//! | J1 a view that shows what a seat may not know | `judge-scenes`: `tests/invariants/scenes.rs`, `judge-bots`: `games::tests::stepped::of_battleship_a_person_sees_its_own_fleet_only` |
//! | K1 an organiser who drops, changes or voids what happened | `serve::frauds`, `serve::remote`, `judge-season`: `state::receipt::tests` |
//! | K2 an organiser who acts for a contestant | `serve::frauds::what_a_contestant_signs_itself_nobody_else_can_write`, `judge-season`: `state::own::tests` |
//! | K3 an organiser who chooses a season's seed | `serve::beacons`, `judge-season`: `state::beacon::tests` |
//! | K4 a worker that forges games | `serve::workers::a_worker_that_forges_is_barred_and_nothing_that_it_says_counts`, `serve::workers::a_worker_that_forges_by_its_key_is_barred_also_by_a_server_that_was_started_again`, `tests/cluster/slurm` |
//! | K6 a worker that takes parts and plays none, or asks for what is not its | `judge-season`: `workers::remote_workers::late::tests`, `serve::workers::a_workers_key_opens_nothing_but_its_own_parts` |
//! | K7 a client that says to a proxy that it is others | `judge-serve`: `web::connection::identity::tests`, `tests/serve/proxies.py` |
//! | K8 a client that says that a proxy has let it sign in | `serve::signed_in::whom_the_proxy_names_is_signed_in_and_nobody_else_who_says_so` |
//! | K9 a program that is handed what happens, and hangs or talks | `serve::told`, `serve::people::a_program_that_hangs_is_ended_with_all_that_it_has_started` |
//! | K5 whoever would stop a season | `serve::endures`, `serve::hostile`, `judge-season`: `ladder::tests`, `play::rounds_in_play::tests` |
//! | I1 the engine's own bugs | `engines::the_engine_is_the_one_that_the_manifest_names` |

mod cup;
mod engines;
mod load;
mod memory;
mod page;
mod slow_code;
