//! Games that other machines play: parts of batches out, and the workers' claims about them back in.

pub mod part;
pub(crate) mod remote_workers;
pub mod shared_work;
pub mod work_folder;
pub mod worker;
pub mod worker_key;
