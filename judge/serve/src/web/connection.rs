//! The sender of a request, its address and host, and the headers of every answer.

pub(super) mod headers;
pub(super) mod host;
pub(super) mod identity;
pub(super) mod linger;
pub(super) mod listen;
pub(super) mod problem;
