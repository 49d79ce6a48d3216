//! The functions that do something, for whoever runs the bot.
//!
//! A call has taken its fee before it comes here, and takes another for the bytes that it hands over. No address of a bot's
//! is believed: what is read or written is checked as a whole before anything happens.

use std::borrow::Cow;

use super::{
    Answer, BADF, CLOCKS, EVENT_BYTES, Errno, FAULT, INVAL, ITEMS_MAX, Preview1, STDERR, STDIN, STDOUT,
    STREAMS, SUBSCRIPTION_BYTES, SUCCESS, Subscription, is_open, stat, word,
};

/// The message for a bot that calls before its memory is known, to the judge or to a browser.
pub const NO_MEMORY_YET: &str = "it called the judge or WASI while it was started, where its memory is not known; let it call from _initialize on";

/// A bot that calls: its memory, its fuel, its time and its streams.
pub trait Caller {
    /// The reason why the bot stops.
    type Stop;

    /// Bytes of its memory.
    ///
    /// # Errors
    /// With [`NO_MEMORY_YET`].
    fn memory_bytes(&mut self) -> Result<u64, Self::Stop>;
    /// Bytes of its memory, which has them.
    fn load(&self, at: u32, bytes: u32) -> Cow<'_, [u8]>;
    /// Writes to its memory, which has room.
    fn store(&mut self, at: u32, bytes: &[u8]);
    /// Takes the fee for so many bytes.
    ///
    /// # Errors
    /// If it cannot pay.
    fn charge(&mut self, bytes: u64) -> Result<(), Self::Stop>;
    /// Which of its streams are open.
    fn open(&mut self) -> &mut [bool; STREAMS];
    /// The moment of the game, for a bot that asks.
    fn ask_clock(&mut self) -> u64;
    /// Lets it sleep until a moment of the game, and says which moment it is then.
    fn sleep_until(&mut self, moment: u64) -> u64;
    /// Makes bytes of its memory random.
    fn randomize(&mut self, at: u32, bytes: u32);
    /// Whether there is something to read; if not, it waits for the next line. A bot that is no program has nothing to
    /// read, and waits for nothing.
    ///
    /// # Errors
    /// If it must not wait.
    fn is_ready(&mut self) -> Result<bool, Self::Stop>;
    /// Reads its lines into so many bytes of its memory at most, and says how many it has read.
    fn read(&mut self, at: u32, bytes: u32) -> u32;
    /// Prints bytes of its memory to a stream.
    fn print(&mut self, stream: u32, at: u32, bytes: u32);
    /// Whether what it has printed ends an answer, so that it waits for the next line.
    ///
    /// # Errors
    /// If it must not print that.
    fn is_answered(&mut self) -> Result<bool, Self::Stop>;
    /// Why it stops if it ends itself with this status.
    fn exit(&self, status: u32) -> Self::Stop;
}

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns.
    Returned(Errno),
    /// The program waits for the next line, and reads when that is there: with the same call, which pays no other fee.
    ReadsLater,
    /// The program has answered; it waits for the next line, and is told then that this call is done.
    Answered,
}

/// The reason why a call is not done.
enum Failed<S> {
    /// The bot hears of it.
    Errno(Errno),
    Stop(S),
}

impl<S> From<Errno> for Failed<S> {
    fn from(errno: Errno) -> Self {
        Self::Errno(errno)
    }
}

type Done<T, C> = Result<T, Failed<<C as Caller>::Stop>>;

/// Does what a bot calls for, with these arguments, each in the lower part of its word.
///
/// # Errors
/// The reason why the bot stops.
#[inline]
pub fn call<C: Caller>(function: &Preview1, given: &[u64], bot: &mut C) -> Result<Outcome, C::Stop> {
    match done(function, given, bot) {
        Ok(outcome) => Ok(outcome),
        Err(Failed::Errno(errno)) => Ok(Outcome::Returned(errno)),
        Err(Failed::Stop(stop)) => Err(stop),
    }
}

fn done<C: Caller>(function: &Preview1, given: &[u64], bot: &mut C) -> Done<Outcome, C> {
    #[expect(clippy::cast_possible_truncation, reason = "it is a number of 32 bits")]
    let number = |place: usize| given[place] as u32;
    let errno = match function.answer {
        Answer::Always(errno) => errno,
        Answer::Stream(place, errno) => {
            check_open(bot, number(place))?;
            errno
        }
        Answer::Sizes => {
            // No arguments, no variables.
            let (count, bytes) = (number(0), number(1));
            range(bot, count, 4)?;
            put(bot, bytes, &[0; 4])?;
            put(bot, count, &[0; 4])?
        }
        Answer::Resolution => {
            CLOCKS.get(number(0) as usize).ok_or(INVAL)?;
            put(bot, number(1), &1_u64.to_le_bytes())?
        }
        Answer::Time => {
            let start = CLOCKS.get(number(0) as usize).ok_or(INVAL)?;
            let time = bot.ask_clock().saturating_add(*start);
            put(bot, number(2), &time.to_le_bytes())?
        }
        Answer::Close => {
            check_open(bot, number(0))?;
            bot.open()[number(0) as usize] = false;
            SUCCESS
        }
        Answer::Stat => {
            check_open(bot, number(0))?;
            put(bot, number(1), &stat(number(0)))?
        }
        Answer::Read => return read(bot, [0, 1, 2, 3].map(number)),
        Answer::Write => return write(bot, [0, 1, 2, 3].map(number)),
        Answer::Poll => poll(bot, [0, 1, 2, 3].map(number))?,
        Answer::Exit => return Err(Failed::Stop(bot.exit(number(0)))),
        Answer::Random => {
            let (at, bytes) = (number(0), number(1));
            range(bot, at, bytes.into())?;
            bot.charge(bytes.into()).map_err(Failed::Stop)?;
            bot.randomize(at, bytes);
            SUCCESS
        }
    };
    Ok(Outcome::Returned(errno))
}

/// Checks that so many bytes lie within the memory.
fn range<C: Caller>(bot: &mut C, at: u32, bytes: u64) -> Done<(), C> {
    let there = bot.memory_bytes().map_err(Failed::Stop)?;
    if u64::from(at) + bytes <= there { Ok(()) } else { Err(FAULT.into()) }
}

/// Writes an answer to the memory.
fn put<C: Caller>(bot: &mut C, to: u32, answer: &[u8]) -> Done<Errno, C> {
    range(bot, to, answer.len() as u64)?;
    bot.store(to, answer);
    Ok(SUCCESS)
}

fn check_open<C: Caller>(bot: &mut C, stream: u32) -> Done<(), C> {
    if is_open(*bot.open(), stream) { Ok(()) } else { Err(BADF.into()) }
}

/// Where a piece of memory lies of those that a bot lists, and its bytes. The list may lie within a piece, and be another
/// once that was written.
fn piece<C: Caller>(bot: &mut C, list: u32, place: u32) -> Done<(u32, u32), C> {
    let listed = bot.load(list + 8 * place, 8);
    let (at, bytes) = (word(&listed), word(&listed[4..]));
    drop(listed);
    range(bot, at, bytes.into())?;
    Ok((at, bytes))
}

/// Checks the pieces of memory that a bot lists, and says how many bytes they have together. Pieces may overlap, and each
/// counts.
fn listed<C: Caller>(bot: &mut C, list: u32, count: u32) -> Done<u32, C> {
    if count > ITEMS_MAX {
        return Err(INVAL.into());
    }
    range(bot, list, u64::from(count) * 8)?;
    let mut all = 0;
    for place in 0..count {
        all += u64::from(piece(bot, list, place)?.1);
    }
    // C gets it as a number with a sign.
    Ok(i32::try_from(all).map_err(|_| INVAL)?.cast_unsigned())
}

fn read<C: Caller>(bot: &mut C, [stream, list, count, to]: [u32; 4]) -> Done<Outcome, C> {
    if stream != STDIN {
        return Err(BADF.into());
    }
    check_open(bot, stream)?;
    let room = listed(bot, list, count)?;
    range(bot, to, 4)?;
    let mut read = 0;
    if room > 0 {
        if !bot.is_ready().map_err(Failed::Stop)? {
            return Ok(Outcome::ReadsLater);
        }
        for place in 0..count {
            let (at, bytes) = piece(bot, list, place)?;
            read += bot.read(at, bytes);
        }
    }
    bot.charge(read.into()).map_err(Failed::Stop)?;
    put(bot, to, &read.to_le_bytes()).map(Outcome::Returned)
}

fn write<C: Caller>(bot: &mut C, [stream, list, count, to]: [u32; 4]) -> Done<Outcome, C> {
    if ![STDOUT, STDERR].contains(&stream) {
        return Err(BADF.into());
    }
    check_open(bot, stream)?;
    let all = listed(bot, list, count)?;
    range(bot, to, 4)?;
    bot.charge(all.into()).map_err(Failed::Stop)?;
    for place in 0..count {
        let (at, bytes) = piece(bot, list, place)?;
        bot.print(stream, at, bytes);
    }
    let done = put(bot, to, &all.to_le_bytes())?;
    let is_answered = stream == STDOUT && bot.is_answered().map_err(Failed::Stop)?;
    Ok(if is_answered { Outcome::Answered } else { Outcome::Returned(done) })
}

fn poll<C: Caller>(bot: &mut C, [from, to, count, happened]: [u32; 4]) -> Done<Errno, C> {
    // Who waits for nothing would wait for ever.
    if count == 0 || count > ITEMS_MAX {
        return Err(INVAL.into());
    }
    range(bot, to, u64::from(count) * EVENT_BYTES as u64)?;
    range(bot, happened, 4)?;
    let length = count * u32::try_from(SUBSCRIPTION_BYTES).expect("a few");
    range(bot, from, length.into())?;
    let awaited: Vec<Subscription> =
        bot.load(from, length).as_chunks().0.iter().map(Subscription::read).collect::<Result<_, _>>()?;
    bot.charge(length.into()).map_err(Failed::Stop)?;
    // Who sleeps until the beginning goes on at once.
    let before = bot.sleep_until(0);
    let now = bot.sleep_until(awaited.iter().map(|one| one.moment(before)).min().unwrap_or(before));
    let open = *bot.open();
    let due = awaited.iter().filter(|one| one.moment(before) <= now);
    let events: Vec<u8> = due.flat_map(|one| one.event(open)).collect();
    put(bot, to, &events)?;
    let count = u32::try_from(events.len() / EVENT_BYTES).expect("there are few");
    put(bot, happened, &count.to_le_bytes())
}
