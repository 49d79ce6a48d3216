//! Games that other machines play.

pub mod served;
pub mod work;
pub mod worker;
pub mod worker_key;
