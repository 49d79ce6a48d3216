//! Threads that play the ladder's games. One whose game takes long is put behind all others of this machine, and ends
//! with that game: the system lets nobody come forward again.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use judge_sandbox::Limits;

type Work = Box<dyn FnOnce() + Send>;

/// Threads, as many as there were games at a time.
#[derive(Default)]
pub(crate) struct Hands(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    bell: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Work, Hand)>,
    idle: usize,
    is_over: bool,
}

/// Where some work is done.
#[derive(Clone, Default)]
pub(crate) struct Hand(Arc<Mutex<At>>);

#[derive(Default)]
struct At {
    is_behind: bool,
    /// The thread, while it works.
    thread: Option<ThreadId>,
}

impl Hands {
    /// Has work done, at once.
    ///
    /// # Errors
    /// The work, if there is no thread for it.
    pub(crate) fn spawn(&self, work: Work, hand: Hand) -> Result<(), Work> {
        let mut queue = lock(&self.0.queue);
        if queue.idle <= queue.waiting.len() {
            let shared = Arc::clone(&self.0);
            let thread = thread::Builder::new().stack_size(Limits::THREAD_STACK_BYTES);
            if thread.spawn(move || shared.work()).is_err() {
                return Err(work);
            }
        }
        queue.waiting.push_back((work, hand));
        self.0.bell.notify_one();
        Ok(())
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        lock(&self.0.queue).is_over = true;
        self.0.bell.notify_all();
    }
}

impl Shared {
    fn work(&self) {
        while let Some((work, hand)) = self.next() {
            hand.begin();
            work();
            if hand.end() {
                return;
            }
        }
    }

    fn next(&self) -> Option<(Work, Hand)> {
        let mut queue = lock(&self.queue);
        queue.idle += 1;
        let nothing = |queue: &mut Queue| queue.waiting.is_empty() && !queue.is_over;
        let mut queue = self.bell.wait_while(queue, nothing).unwrap_or_else(PoisonError::into_inner);
        queue.idle -= 1;
        queue.waiting.pop_front()
    }
}

impl Hand {
    /// Lets everything else on this machine go first from now on, if it is not done.
    pub(crate) fn put_behind(&self) {
        let mut at = lock(&self.0);
        at.is_behind = true;
        if let Some(thread) = at.thread {
            put_behind(thread);
        }
    }

    /// Whether everything else goes first.
    #[cfg(test)]
    pub(crate) fn is_behind(&self) -> bool {
        lock(&self.0).is_behind
    }

    fn begin(&self) {
        let mut at = lock(&self.0);
        let thread = current();
        at.thread = Some(thread);
        if at.is_behind {
            put_behind(thread);
        }
    }

    /// True if the thread is behind all others now.
    fn end(&self) -> bool {
        let mut at = lock(&self.0);
        at.thread = None;
        at.is_behind
    }
}

#[cfg(target_os = "linux")]
type ThreadId = rustix::thread::Pid;
#[cfg(target_os = "linux")]
fn current() -> ThreadId {
    rustix::thread::gettid()
}
/// On Linux each thread has a priority of its own.
#[cfg(target_os = "linux")]
fn put_behind(thread: ThreadId) {
    const LAST: i32 = 19;
    // If the system does not let it, it is as before.
    let _: Result<(), io::Error> =
        rustix::process::setpriority_process(Some(thread), LAST).map_err(io::Error::from);
}

#[cfg(not(target_os = "linux"))]
type ThreadId = ();
#[cfg(not(target_os = "linux"))]
fn current() -> ThreadId {}
#[cfg(not(target_os = "linux"))]
fn put_behind((): ThreadId) {}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread::ThreadId;

    use super::*;

    /// Has a thread tell which one it is, and wait for leave to end.
    fn busy(hands: &Hands, hand: &Hand) -> (ThreadId, mpsc::Sender<()>) {
        let ((here, there), (leave, left)) = (mpsc::channel(), mpsc::channel());
        let work = move || {
            here.send(thread::current().id()).expect("it is waited for");
            let _: Result<(), _> = left.recv();
        };
        assert!(hands.spawn(Box::new(work), hand.clone()).is_ok(), "there is a thread");
        (there.recv().expect("it works"), leave)
    }

    #[test]
    fn work_begins_at_once_whatever_else_is_done() {
        let hands = Hands::default();
        let all: Vec<_> = (0..5).map(|_| busy(&hands, &Hand::default())).collect();
        let ids: std::collections::HashSet<ThreadId> = all.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids.len(), 5);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_is_put_behind_stays_there_and_nobody_else_is() {
        let nice = || rustix::process::getpriority_process(Some(rustix::thread::gettid()));
        let hands = Hands::default();
        let (slow, (told, heard)) = (Hand::default(), mpsc::channel());
        let (leave, left) = mpsc::channel::<()>();
        let tell = told.clone();
        let work = move || {
            let _: Result<(), _> = left.recv();
            tell.send(nice()).expect("it is waited for");
        };
        assert!(hands.spawn(Box::new(work), slow.clone()).is_ok());
        let (_, other) = busy(&hands, &Hand::default());
        slow.put_behind();
        drop((leave, other));
        assert_eq!(heard.recv().expect("it is told"), Ok(19));
        let before = nice();
        let work = move || told.send(nice()).expect("it is waited for");
        assert!(hands.spawn(Box::new(work), Hand::default()).is_ok());
        assert_eq!(heard.recv().expect("it is told"), before);
    }
}
