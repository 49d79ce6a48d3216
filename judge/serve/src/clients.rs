//! What talks to a server, and to a season's address.

pub mod client;
pub mod remote;
pub mod served;
pub mod submit;
