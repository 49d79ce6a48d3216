//! The clients of a server, and of a season's address.

pub mod client;
pub mod remote;
pub mod served;
pub mod submit;
