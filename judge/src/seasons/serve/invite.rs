//! `judge serve invite`: links for one person, or for all in a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::play::Observer;
use judge_core::tournament::{Name, shown_name};
use judge_season::log::folder::Folder;
use judge_season::log::people::TeamMember;
use judge_season::orders::hook::Hook;
use judge_season::orders::invitation::{self, Invitee};
use judge_season::season::store;
use judge_season::state::{MEMBERS_MAX, State};
use judge_serve::web;
use serde_json::json;

use super::orders::{Where, existing, named, terms, unwritten};
use super::people_file::{Listed, listed};
use crate::shared::number::whole;
use crate::shared::output::{eprint, print, unwritable};
use crate::shared::progress::Reporter;
use crate::shared::season::{people, state};

/// Whom to invite.
#[derive(Args)]
pub(super) struct Invited {
    /// The contestant's name; an existing contestant gets a new link, and with it a new token
    #[arg(required_unless_present_any = ["file", "pseudonym"], conflicts_with_all = ["file", "pseudonym"])]
    name: Option<String>,
    /// Draw the name, which stays in the season's log for good; with --file, draw those that are missing there
    #[arg(long)]
    pseudonym: bool,
    /// The name that people read, in any script; it is not in the log
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    display_name: Option<String>,
    /// The number of the team's member whom the link is for; each has a token
    #[arg(long, value_name = "N", value_parser = whole(1..=MEMBERS_MAX), requires = "name")]
    member: Option<u32>,
    /// Invite everybody in this file: one name a line, or CSV with the columns `name`, `display_name`, `address`, `team`; prints a name
    /// and a link on each line
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Also write a page to print, with a slip of paper for each invitation
    #[arg(long, value_name = "HTML", requires = "file")]
    sheet: Option<PathBuf>,
    /// Hand each link to this program, as JSON on its standard input, and print only those that it did not take. All words
    /// that follow are the program's
    #[arg(long, value_name = "PROGRAM", num_args = 1.., allow_hyphen_values = true, requires = "file")]
    each: Vec<String>,
}

/// Invites somebody, or everybody in a file.
pub(super) fn invite(invited: &Invited, place: &Where) -> Result<ExitCode, Error> {
    let (terms, folder) = (terms(&place.season, &place.data)?, existing(&place.data)?);
    let state = state(&folder)?;
    let invitees = match &invited.file {
        Some(file) => of_file(file, invited, &folder, &state)?,
        None => vec![of_words(invited, &state)?],
    };
    for who in &invitees {
        if let Some(text) = invitation::refused(&state, &who.name) {
            return Err(Mistake::in_file(&place.data, text).into());
        }
    }
    let link = |who: &Invitee| {
        let secret = invitation::invite(&folder, who, store::clock()).map_err(unwritten("the invitation"))?;
        Ok(format!("{}/join/{}", terms.serve.public_url, secret.reveal()))
    };
    let links = invitees.iter().map(link).collect::<Result<Vec<String>, Error>>()?;
    if !invited.pseudonym {
        eprint(invitation::STAYS);
    }
    if let Some(sheet) = &invited.sheet {
        let slips: Vec<(&str, &String)> = invitees.iter().map(Invitee::public_name).zip(&links).collect();
        std::fs::write(sheet, web::invitations(&terms.tournament.title, &slips))
            .map_err(|error| unwritable(sheet, &error))?;
    }
    let each = Hook::new(&invited.each);
    let mut code = ExitCode::SUCCESS;
    for (who, link) in invitees.iter().zip(&links) {
        if let Some(each) = &each {
            let Invitee { name, member, person, .. } = who;
            let what = json!({
                "event": "invitation",
                "season": terms.tournament.title,
                "name": name.as_str(),
                "display_name": who.public_name(),
                "address": person.address,
                "member": member,
                "link": link,
            });
            let Err(why) = each.tell(&what) else { continue };
            Reporter::default().warn(&format!("{name}: {why}; hand this link over yourself"));
            code = ExitCode::FAILURE;
        }
        print(&if invited.name.is_some() { format!("{link}\n") } else { format!("{} {link}\n", who.name) });
    }
    Ok(code)
}

/// The person on the command line.
fn of_words(invited: &Invited, state: &State) -> Result<Invitee, Error> {
    let Invited { name, display_name, member, .. } = invited;
    let name = match name {
        Some(name) => named(name)?,
        None => invitation::pseudonym(state, &[]).map_err(unwritten("a name"))?,
    };
    let wrong = |why| Error::from(Mistake::in_file("--display-name", why));
    let called = display_name.as_deref().map(shown_name).transpose().map_err(wrong)?.unwrap_or_default();
    let mut who = Invitee::of(name);
    match member {
        None => who.called = called,
        Some(member) => (who.member, who.person.name) = (*member, called),
    }
    Ok(who)
}

/// Everybody in a file, each contestant once, and the members of a team with their numbers.
fn of_file(file: &Path, invited: &Invited, folder: &Folder, state: &State) -> Result<Vec<Invitee>, Error> {
    let mut teams = known_members(folder, state)?;
    let (mut invitees, mut above): (Vec<Invitee>, BTreeMap<String, (Name, bool)>) = Default::default();
    for Listed { line, name, display_name, address, team } in listed(file)? {
        let wrong = |why: String| Error::from(Mistake::in_file(file, format!("line {line}: {why}")));
        let is_in_team = team.is_some();
        let name = match team.or(name) {
            Some(name) => name,
            None if invited.pseudonym => {
                let taken: Vec<_> = invitees.iter().map(|who| &who.name).collect();
                invitation::pseudonym(state, &taken).map_err(unwritten("a name"))?
            }
            None => return Err(wrong("it has no name; write one, or draw it with --pseudonym".to_owned())),
        };
        if let Some((before, was_in_team)) = above.insert(name.folded(), (name.clone(), is_in_team))
            && !(was_in_team && is_in_team)
        {
            return Err(wrong(format!("{before} stands above already; each name once")));
        }
        let mut who = Invitee::of(name);
        who.person = TeamMember { name: String::new(), address };
        if is_in_team {
            who.person.name = display_name;
            let members = teams.entry(who.name.folded()).or_default();
            let is_it = |known: &TeamMember| *known == who.person && *known != TeamMember::default();
            let known = members.iter().find(|(_, known)| is_it(known));
            let next = || members.keys().max().map_or(1, |last| last + 1);
            who.member = known.map_or_else(next, |(number, _)| *number);
            if who.member > MEMBERS_MAX {
                let name = who.name;
                return Err(wrong(format!("{name} has {MEMBERS_MAX} members already, which is the limit")));
            }
            members.insert(who.member, who.person.clone());
        } else {
            who.called = display_name;
        }
        invitees.push(who);
    }
    Ok(invitees)
}

/// The members of all contestants by their numbers, with those who are invited: who stands in the file again keeps its number.
fn known_members(
    folder: &Folder,
    state: &State,
) -> Result<BTreeMap<String, BTreeMap<u32, TeamMember>>, Error> {
    let mut known: BTreeMap<String, BTreeMap<u32, TeamMember>> = BTreeMap::new();
    for contestant in &state.contestants {
        let members = contestant.members.keys().map(|number| (*number, TeamMember::default()));
        known.entry(contestant.name.folded()).or_default().extend(members);
    }
    for (name, row) in people(folder)?.rows().iter() {
        known.entry(name.clone()).or_default().extend(row.members.clone());
    }
    for (_, who) in invitation::all(folder) {
        known.entry(who.name.folded()).or_default().insert(who.member, who.person);
    }
    Ok(known)
}
