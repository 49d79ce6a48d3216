//! The memory allocator of a bot: it uses the memory that the module begins with before it asks for more.
//!
//! The allocator of std is the same one, but it grows the memory at its first allocation. The
//! judge's system then changes the rights of pages, in every game, and interrupts its other
//! threads to do so. Yet a module begins with whole pages of 64 KiB, and there is nothing
//! behind its data in the last of them: mostly more than a bot without tables ever needs.
//! A bot that needs more can begin with more, see `README.md`.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;

use dlmalloc::Dlmalloc;

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new(empty()));

/// Bytes that are asked for at least. It must be less than a page, or else what is left of one is not used.
const GRANULARITY: usize = 1 << 12;

const fn empty() -> Dlmalloc {
    let mut heap = Dlmalloc::new();
    assert!(heap.set_granularity(GRANULARITY), "it is a power of two");
    heap
}

struct Heap(UnsafeCell<Dlmalloc>);

#[expect(unsafe_code, reason = "without atomics there is but one thread, and this module is built only so")]
unsafe impl Sync for Heap {}

#[expect(
    unsafe_code,
    reason = "an allocator hands out memory; dlmalloc's contracts are those of GlobalAlloc"
)]
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: nothing else holds the heap, for dlmalloc never calls back.
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above; the caller promises the layout.
        unsafe { (*self.0.get()).free(start, layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above; the caller promises the layout.
        unsafe { (*self.0.get()).realloc(start, layout.size(), layout.align(), size) }
    }
}
