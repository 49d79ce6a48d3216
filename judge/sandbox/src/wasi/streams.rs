//! `wasi:io/streams` and `wasi:io/error`: lines to read, and output that is always ready for more. Reading, and printing the
//! end of an answer, suspend the program.

use wasmtime::Result;
use wasmtime::component::{HasSelf, Linker, Resource, ResourceTable, WasmList};
use wasmtime_wasi_io::bindings::wasi::io::error;
use wasmtime_wasi_io::bindings::wasi::io::streams::{
    Host as _, HostInputStream as _, HostOutputStream as _, StreamError,
};
use wasmtime_wasi_io::streams::{DynInputStream, DynOutputStream, StreamResult};

use super::{Interface, Store, poll};
use crate::fuel::{charge, charge_bytes};
use crate::store_data::exchange::lock;
use crate::store_data::printed::WRITE_BYTES_MAX;
use crate::store_data::wasi_state::Wasi;
use crate::{StoreData, lines};

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    error::add_to_linker::<_, HasSelf<ResourceTable>>(linker, |data: &mut StoreData| {
        &mut data.wasi().resources
    })?;
    let mut streams = Interface::new(linker, "io/streams")?;
    link_input(&mut streams)?;
    link_output(&mut streams)
}

fn link_input(streams: &mut Interface<'_>) -> Result<()> {
    type Stream = Resource<DynInputStream>;
    streams.resource::<DynInputStream>("input-stream")?;
    for name in ["read", "blocking-read"] {
        let name = format!("[method]input-stream.{name}");
        streams.0.func_wrap_async(&name, |mut store: Store<'_>, (stream, count): (Stream, u64)| {
            Box::new(async move {
                charge(&mut store, 0)?;
                // There is one input only.
                store.data_mut().wasi().resources.get(&stream)?;
                Ok((Ok::<_, StreamError>(lines::read(&mut store, count).await?),))
            })
        })?;
    }
    for name in ["skip", "blocking-skip"] {
        let name = format!("[method]input-stream.{name}");
        streams.function(&name, |store, (stream, count): (Stream, u64)| {
            ask(store, |resources| resources.skip(stream, count))
        })?;
    }
    streams.function("[method]input-stream.subscribe", |store, (_,): (Stream,)| {
        poll::subscribe(store, poll::AT_ONCE)
    })
}

fn link_output(streams: &mut Interface<'_>) -> Result<()> {
    type Stream = Resource<DynOutputStream>;
    streams.resource::<DynOutputStream>("output-stream")?;
    streams.function("[method]output-stream.check-write", |store, (stream,): (Stream,)| {
        ask(store, |resources| resources.check_write(stream))
    })?;
    for name in ["write", "blocking-write-and-flush"] {
        let name = format!("[method]output-stream.{name}");
        streams.0.func_wrap_async(&name, |mut store: Store<'_>, written: (Stream, WasmList<u8>)| {
            Box::new(async move {
                charge(&mut store, 0)?;
                let answer = write(&mut store, written)?;
                lines::printed(&mut store).await?;
                Ok(answer)
            })
        })?;
    }
    for name in ["flush", "blocking-flush"] {
        let name = format!("[method]output-stream.{name}");
        streams
            .function(&name, |store, (stream,): (Stream,)| ask(store, |resources| resources.flush(stream)))?;
    }
    for name in ["write-zeroes", "blocking-write-zeroes-and-flush"] {
        let name = format!("[method]output-stream.{name}");
        streams.function(&name, |store, (stream, count): (Stream, u64)| {
            let kept = count.min(WRITE_BYTES_MAX as u64);
            charge_bytes(store, kept)?;
            let answer = ask(store, |resources| resources.write_zeroes(stream, kept));
            pass_on(store, count - kept);
            answer
        })?;
    }
    for name in ["splice", "blocking-splice"] {
        let name = format!("[method]output-stream.{name}");
        streams.function(&name, |store, (to, from, count): (Stream, Resource<DynInputStream>, u64)| {
            ask(store, |resources| resources.splice(to, from, count))
        })?;
    }
    streams.function("[method]output-stream.subscribe", |store, (_,): (Stream,)| {
        poll::subscribe(store, poll::AT_ONCE)
    })
}

fn write(
    store: &mut Store<'_>,
    (stream, bytes): (Resource<DynOutputStream>, WasmList<u8>),
) -> Result<(Result<(), StreamError>,)> {
    charge_bytes(store, bytes.len() as u64)?;
    let all = bytes.as_le_slice(&*store);
    let kept = all[..all.len().min(WRITE_BYTES_MAX)].to_vec();
    let cut = (all.len() - kept.len()) as u64;
    let answer = ask(store, |resources| resources.write(stream, kept));
    pass_on(store, cut);
    answer
}

/// The answer of wasmtime-wasi to a `question`.
fn ask<R>(
    store: &mut Store<'_>,
    question: impl FnOnce(&mut ResourceTable) -> StreamResult<R>,
) -> Result<(Result<R, StreamError>,)> {
    let resources = &mut store.data_mut().wasi().resources;
    match question(resources) {
        Ok(answer) => Ok((Ok(answer),)),
        Err(error) => Ok((Err(resources.convert_stream_error(error)?),)),
    }
}

/// Hands over the bytes of a write, and counts those that were `cut` already: of standard output to the judge, of standard
/// error to the log.
fn pass_on(store: &mut Store<'_>, cut: u64) {
    let talk = store.data().talk.clone().expect("a component is a program that reads lines");
    let (Wasi { stdout, stderr, .. }, log) = store.data_mut().wasi_and_log();
    match stdout.take() {
        nothing if nothing.is_empty() => {
            stderr.pass_on(log);
            log.cut(cut);
        }
        printed => lock(&talk).talk.print(&printed, cut),
    }
}
