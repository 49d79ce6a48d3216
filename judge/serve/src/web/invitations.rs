//! A page to print, with an invitation for each.

use judge_core::tournament::Name;

/// A page to print: a slip of paper for each of these, with a name and a link.
pub fn sheet(title: &str, links: &[(Name, String)]) -> String {
    #[derive(askama::Template)]
    #[template(path = "invitations.html")]
    struct Page<'a> {
        title: &'a str,
        links: &'a [(Name, String)],
    }
    askama::Template::render(&Page { title, links }).expect("a string takes all text")
}
