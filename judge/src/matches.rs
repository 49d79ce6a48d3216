//! One match: played, and looked at again.

pub(crate) mod play;
pub(crate) mod replay;

use crate::shared::{number, options, output, which_game};
