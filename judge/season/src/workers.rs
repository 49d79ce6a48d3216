//! Games that other machines play: parts of batches out, and what workers say that came of them back in.

pub mod part;
pub(crate) mod remote_workers;
pub mod work_folder;
pub mod worker;
pub mod worker_key;
