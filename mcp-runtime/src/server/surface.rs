//! What a server offers at one time: tools, prompts and resources with their rendered lists.
//!
//! A snapshot that is swapped as a whole, so that a request sees one state of it from its beginning to
//! its end. Does not know how it changes.

use super::begun::Caller;
use super::lists::Lists;
use super::methods::List;
use super::prepared::Prepared;
use super::prompts::Prompts;
use super::resources::Resources;
use super::settings::Cache;
use super::visible::Filter;
use crate::prompt::Prompt;
use crate::resource::Resource;
use crate::wire::{Implementation, ProtocolVersion};
use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, PoisonError, RwLock};

/// What is offered.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) tools: Vec<Arc<Prepared>>,
    by_name: HashMap<Cow<'static, str>, usize>,
    pub(super) prompts: Prompts,
    pub(super) resources: Resources,
    /// The lists of tools, prompts, resources and templates.
    lists: [Lists; 4],
}

/// How lists are rendered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rendering {
    pub(super) page_size: Option<usize>,
    pub(super) cache: Cache,
}

impl Surface {
    /// Everything whose names differ, each list in name order.
    pub(super) fn new(
        tools: Vec<Arc<Prepared>>,
        prompts: Vec<Prompt>,
        resources: Vec<Resource>,
        rendering: Rendering,
    ) -> Self {
        let names = tools.iter().map(|tool| tool.name.clone());
        Self {
            by_name: names.enumerate().map(|(at, name)| (name, at)).collect(),
            tools,
            prompts: Prompts::new(prompts),
            resources: Resources::new(resources),
            lists: std::array::from_fn(|_| Lists::new(rendering.page_size, rendering.cache)),
        }
    }

    /// The tool named `name`.
    pub(super) fn tool(&self, name: &str) -> Option<&Arc<Prepared>> {
        self.by_name.get(name).map(|at| &self.tools[*at])
    }

    /// The tools that `caller` may see, as one page; else as [`page`](Self::page).
    pub(super) fn page_of_tools(
        &self,
        filter: &Filter,
        caller: &Caller,
        info: &Implementation,
        cursor: Option<&str>,
    ) -> Option<Vec<u8>> {
        let shown = self.tools.iter().filter(|tool| filter.shows(tool, caller));
        let shown: Vec<Arc<Prepared>> = shown.cloned().collect();
        self.lists[List::Tools as usize].page_once(&shown, info, caller.version, cursor)
    }

    /// The result object of one page; `None` for a cursor that was never given out.
    pub(super) fn page(
        &self,
        list: List,
        info: &Implementation,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<&[u8]> {
        let pages = &self.lists[list as usize];
        match list {
            List::Tools => pages.page(&self.tools, info, version, cursor),
            List::Prompts => pages.page(&self.prompts.all, info, version, cursor),
            List::Resources => pages.page(&self.resources.single, info, version, cursor),
            List::Templates => pages.page(&self.resources.templates, info, version, cursor),
        }
    }
}

/// The surface of now.
#[derive(Debug)]
pub(super) struct Current(RwLock<Arc<Surface>>);

impl Current {
    pub(super) fn new(surface: Surface) -> Self {
        Self(RwLock::new(Arc::new(surface)))
    }

    /// What is offered now; what changes later does not change it.
    pub(super) fn get(&self) -> Arc<Surface> {
        // Nothing panics while it is held, so what it guards is whole in any case.
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Offers something else from now on; gives what was offered before.
    pub(super) fn set(&self, surface: Surface) -> Arc<Surface> {
        let mut current = self.0.write().unwrap_or_else(PoisonError::into_inner);
        mem::replace(&mut current, Arc::new(surface))
    }
}
