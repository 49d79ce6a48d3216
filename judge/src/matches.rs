//! One match: played, and looked at again.

pub(crate) mod play;
pub(crate) mod replay;
