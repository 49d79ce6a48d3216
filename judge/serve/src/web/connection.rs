//! Who asks, from where and for which host, and what every answer says of itself.

pub(super) mod client;
pub(super) mod headers;
pub(super) mod host;
pub(super) mod identity;
pub(super) mod linger;
pub(super) mod listen;
pub(super) mod problem;
