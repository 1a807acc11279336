//! What a server has, from which its surface is made: at first when it is built, then at every
//! change.
//!
//! Invariant: a change is made as a whole or not at all.

use super::build_error::{BuildError, BuildFault, Kind};
use super::checks;
use super::handle::ChangeError;
use super::prepared::Prepared;
use super::surface::{Rendering, Surface};
use super::turns::AllTurns;
use crate::prompt::Prompt;
use crate::registry::Registry;
use crate::resource::Resource;
use crate::schema::Profile;
use crate::tool::{States, Tool};
use std::sync::Arc;

/// Everything there is, shown or not.
#[derive(Clone)]
pub(super) struct Source {
    tools: Vec<Kept<Tool>>,
    prompts: Vec<Kept<Prompt>>,
    resources: Vec<Kept<Resource>>,
    turns: AllTurns,
    profile: Profile,
    validates: bool,
    rendering: Rendering,
}

/// One of them.
#[derive(Clone)]
struct Kept<T> {
    one: T,
    /// Made ready; tools alone.
    prepared: Option<Arc<Prepared>>,
    disabled: bool,
}

impl<T> Kept<T> {
    fn new(one: T) -> Self {
        Self {
            one,
            prepared: None,
            disabled: false,
        }
    }
}

/// One step of a change.
#[derive(Debug)]
pub(super) enum Step {
    Add(Registry),
    Remove(Kind, String),
    Enable(Kind, String),
    Disable(Kind, String),
}

impl Source {
    /// Nothing yet.
    pub(super) fn new(profile: Profile, validates: bool, rendering: Rendering) -> Self {
        Self {
            tools: Vec::new(),
            prompts: Vec::new(),
            resources: Vec::new(),
            turns: AllTurns::default(),
            profile,
            validates,
            rendering,
        }
    }

    /// Takes everything of a registry in; whether it can be served is asked later.
    pub(super) fn take_in(&mut self, registry: &Registry) {
        let tools = registry.tools().iter().cloned();
        self.tools.extend(tools.map(Kept::new));
        let prompts = registry.prompts().iter().cloned();
        self.prompts.extend(prompts.map(Kept::new));
        let resources = registry.resources().iter().cloned();
        self.resources.extend(resources.map(Kept::new));
        // In name order: the specification asks for an order that does not change.
        self.tools.sort_by(|a, b| a.one.name().cmp(b.one.name()));
        self.prompts.sort_by(|a, b| a.one.name().cmp(b.one.name()));
        self.resources
            .sort_by(|a, b| (a.one.name(), a.one.uri()).cmp(&(b.one.name(), b.one.uri())));
    }

    /// Makes one step.
    pub(super) fn step(&mut self, step: Step) -> Result<(), ChangeError> {
        match step {
            Step::Add(registry) => {
                self.take_in(&registry);
                Ok(())
            }
            Step::Remove(kind, name) => {
                let before = self.len();
                match kind {
                    Kind::Tool => self.tools.retain(|tool| tool.one.name() != name),
                    Kind::Prompt => self.prompts.retain(|prompt| prompt.one.name() != name),
                    Kind::Resource => self.resources.retain(|one| one.one.uri() != name),
                }
                match self.len() < before {
                    true => Ok(()),
                    false => Err(ChangeError::Unknown { kind, name }),
                }
            }
            Step::Enable(kind, name) => self.set_disabled(kind, name, false),
            Step::Disable(kind, name) => self.set_disabled(kind, name, true),
        }
    }

    fn len(&self) -> usize {
        self.tools.len() + self.prompts.len() + self.resources.len()
    }

    fn set_disabled(&mut self, kind: Kind, name: String, to: bool) -> Result<(), ChangeError> {
        let mut flags: Box<dyn Iterator<Item = (&str, &mut bool)>> = match kind {
            Kind::Tool => {
                let all = self.tools.iter_mut();
                Box::new(all.map(|kept| (kept.one.name(), &mut kept.disabled)))
            }
            Kind::Prompt => {
                let all = self.prompts.iter_mut();
                Box::new(all.map(|kept| (kept.one.name(), &mut kept.disabled)))
            }
            Kind::Resource => {
                let all = self.resources.iter_mut();
                Box::new(all.map(|kept| (kept.one.uri(), &mut kept.disabled)))
            }
        };
        let flag = flags
            .find(|(other, _)| *other == name)
            .map(|(_, flag)| flag);
        match flag {
            Some(flag) => {
                *flag = to;
                Ok(())
            }
            None => {
                drop(flags);
                Err(ChangeError::Unknown { kind, name })
            }
        }
    }

    /// Holds every rule and gives what is offered then. Adds to the faults there are.
    pub(super) fn surface(
        &mut self,
        states: &States,
        mut faults: Vec<BuildFault>,
    ) -> Result<Surface, BuildError> {
        let tools: Vec<Tool> = self.tools.iter().map(|kept| kept.one.clone()).collect();
        let prompts: Vec<Prompt> = self.prompts.iter().map(|kept| kept.one.clone()).collect();
        let resources = self.resources.iter().map(|kept| kept.one.clone());
        let resources: Vec<Resource> = resources.collect();
        checks::all(&tools, &prompts, &resources, states, &mut faults);
        for kept in &mut self.tools {
            if kept.prepared.is_some() {
                continue;
            }
            let tool = kept.one.clone();
            match Prepared::new(tool, self.profile, self.validates, &mut self.turns) {
                Ok(prepared) => kept.prepared = Some(Arc::new(prepared)),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(BuildError { faults });
        }
        let shown = self.tools.iter().filter(|kept| !kept.disabled);
        Ok(Surface::new(
            shown.filter_map(|kept| kept.prepared.clone()).collect(),
            shown_of(&self.prompts),
            shown_of(&self.resources),
            self.rendering,
        ))
    }
}

fn shown_of<T: Clone>(all: &[Kept<T>]) -> Vec<T> {
    let shown = all.iter().filter(|kept| !kept.disabled);
    shown.map(|kept| kept.one.clone()).collect()
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").finish_non_exhaustive()
    }
}
