//! `resources/list`, `resources/templates/list` and `resources/read`.
//!
//! A resource with the very URI is read before any template is asked; of templates that are for one URI
//! the one with most text of its own is.
//!
//! Spec: MCP 2026-07-28, server/resources; server/utilities/caching.

use super::build::Inner;
use super::faults::{invalid_params, unknown_resource};
use super::lists::{Listed, write_cache, write_shown, write_words};
use super::request::{Request, made};
use super::result::{close, open};
use super::running;
use super::settings::Cache;
use crate::jsonrpc::{ErrorObject, write_string};
use crate::resource::{Match, Resource, ResourceResult, ResultKind, Template};
use crate::tool::{Call, Rules};
use crate::wire::{Era, Params, ProtocolVersion, ReadResourceParams, ResourceContents};
use std::collections::HashMap;
use std::sync::Arc;

/// The resources of a server, and the templates, each in name order.
#[derive(Debug)]
pub(super) struct Resources {
    pub(super) single: Vec<Resource>,
    pub(super) templates: Vec<Templated>,
    by_uri: HashMap<&'static str, usize>,
    /// Places of templates, the narrowest first.
    by_length: Vec<usize>,
}

/// A template and what it reads URIs with.
#[derive(Debug)]
pub(super) struct Templated {
    pub(super) resource: Resource,
    template: Template,
}

/// Where a URI leads.
pub(super) struct Found<'r> {
    pub(super) resource: &'r Resource,
    values: Vec<(&'static str, String)>,
}

impl Resources {
    /// Resources whose URIs differ, in name order.
    pub(super) fn new(all: Vec<Resource>) -> Self {
        let (templates, single): (Vec<_>, Vec<_>) =
            all.into_iter().partition(Resource::is_template);
        let templates: Vec<Templated> = templates
            .into_iter()
            .map(|resource| {
                let parameters = resource.descriptor.parameters;
                let is_required = |name: &str| {
                    let mut parameters = parameters.iter();
                    parameters.any(|parameter| parameter.key == name && parameter.required)
                };
                Templated {
                    template: Template::new(resource.descriptor.template, is_required),
                    resource,
                }
            })
            .collect();
        let uris = single.iter().map(|resource| resource.descriptor.uri);
        let by_uri = uris.enumerate().map(|(index, uri)| (uri, index)).collect();
        let mut by_length: Vec<usize> = (0..templates.len()).collect();
        by_length.sort_by_key(|index| {
            let Templated { resource, template } = &templates[*index];
            (std::cmp::Reverse(template.literal), resource.descriptor.uri)
        });
        Self {
            single,
            templates,
            by_uri,
            by_length,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.single.is_empty() && self.templates.is_empty()
    }

    /// What `uri` leads to, if anything does.
    pub(super) fn find(&self, uri: &str) -> Result<Option<Found<'_>>, ErrorObject> {
        if let Some(&index) = self.by_uri.get(uri) {
            return Ok(Some(Found {
                resource: &self.single[index],
                values: Vec::new(),
            }));
        }
        for &index in &self.by_length {
            let Templated { resource, template } = &self.templates[index];
            match template.of(uri) {
                Match::None => {}
                Match::Values(values) => return Ok(Some(Found { resource, values })),
                Match::Broken(name) => {
                    return Err(invalid_params(format!(
                        "`{name}` in `uri` is not UTF-8 when it is decoded"
                    )));
                }
            }
        }
        Ok(None)
    }

    /// The template that is spelt `uri`.
    pub(super) fn spelt(&self, uri: &str) -> Option<&Resource> {
        let mut templates = self.templates.iter().map(|templated| &templated.resource);
        templates.find(|resource| resource.descriptor.uri == uri)
    }

    /// `resources/read`.
    pub(super) fn read(
        &self,
        params: &Params<'_>,
        version: ProtocolVersion,
    ) -> Result<Request, ErrorObject> {
        let ReadResourceParams { uri } = params.decode().map_err(invalid_params)?;
        well_encoded(&uri)?;
        let Some(found) = self.find(&uri)? else {
            return Err(unknown_resource(version, &uri));
        };
        let resource = found.resource.clone();
        let values = found.values.into_iter();
        let values = values.map(|(name, value)| (name.to_owned(), value.into()));
        let arguments = serde_json::Value::Object(values.collect()).to_string();
        let uri = uri.into_owned();
        Request::new(params, move |around| async move {
            let descriptor = resource.descriptor;
            let everything = 0..arguments.len();
            let call = Call::new(
                descriptor.uri.into(),
                Rules::of_text(descriptor.parameters),
                arguments,
                everything,
                around.context,
            );
            let outcome = running::function(
                descriptor.uri,
                descriptor.run,
                descriptor.call,
                call,
                around.permit,
            );
            let result = made(&around.inner, "resource", descriptor.uri, outcome.await)?;
            let contents = contents(&resource, &uri, result)
                .ok_or_else(|| unknown_resource(around.version, &uri))?;
            Ok(write_contents(&around.inner, &contents, around.version))
        })
    }
}

/// What is wrong in this way is no URI at all.
fn well_encoded(uri: &str) -> Result<(), ErrorObject> {
    let bytes = uri.as_bytes();
    let is_hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    let broken = |(at, _): (usize, &str)| !(is_hex(at + 1) && is_hex(at + 2));
    match uri.match_indices('%').any(broken) {
        true => Err(invalid_params(
            "`uri` has a `%` that no two hexadecimal digits follow; write `%25` for the sign itself",
        )),
        false => Ok(()),
    }
}

/// The contents, each with a URI and the media type that is known; `None` when there is no such resource.
fn contents(
    resource: &Resource,
    uri: &str,
    result: ResourceResult,
) -> Option<Vec<ResourceContents>> {
    let declared = resource.descriptor.mime_type;
    match result.0 {
        ResultKind::Own(body) => {
            let mime_type = declared.or(body.mime_type);
            Some(vec![body.contents.at(uri).or_mime_type(mime_type)])
        }
        ResultKind::Contents(contents) => {
            let contents = contents.into_iter();
            Some(contents.map(|one| one.or_mime_type(declared)).collect())
        }
        // the adapter has made a failure of that
        ResultKind::NotFound | ResultKind::Failed(_) => None,
    }
}

/// The result of `resources/read`.
fn write_contents(
    inner: &Arc<Inner>,
    contents: &[ResourceContents],
    version: ProtocolVersion,
) -> Vec<u8> {
    let mut out = Vec::new();
    open(&mut out, version);
    out.extend_from_slice(br#""contents":"#);
    serde_json::to_writer(&mut out, contents).expect("contents hold only strings");
    if version.era() == Era::Modern {
        write_cache(&mut out, Cache::default());
    }
    close(&mut out, version, &inner.modern_tail);
    out
}

impl Listed for Resource {
    const MEMBER: &'static str = "resources";

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        out.extend_from_slice(br#"{"uri":"#);
        write_entry(out, self, version);
    }
}

impl Listed for Templated {
    const MEMBER: &'static str = "resourceTemplates";

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        out.extend_from_slice(br#"{"uriTemplate":"#);
        write_entry(out, &self.resource, version);
    }
}

/// An entry from where its URI begins.
fn write_entry(out: &mut Vec<u8>, resource: &Resource, version: ProtocolVersion) {
    let descriptor = resource.descriptor;
    write_string(out, descriptor.uri);
    out.extend_from_slice(br#","name":"#);
    write_string(out, resource.name());
    write_words(out, descriptor.title, resource.description(), version);
    if let Some(mime_type) = descriptor.mime_type {
        out.extend_from_slice(br#","mimeType":"#);
        write_string(out, mime_type);
    }
    if let Some(size) = descriptor.size {
        out.extend_from_slice(format!(r#","size":{size}"#).as_bytes());
    }
    write_annotations(out, resource);
    write_shown(out, descriptor.icons, descriptor.meta, version);
    out.push(b'}');
}

fn write_annotations(out: &mut Vec<u8>, resource: &Resource) {
    let descriptor = resource.descriptor;
    let mut before: &[u8] = br#","annotations":{"#;
    for (index, role) in descriptor.audience.iter().enumerate() {
        if index == 0 {
            out.extend_from_slice(before);
            out.extend_from_slice(br#""audience":["#);
            before = b",";
        } else {
            out.push(b',');
        }
        write_string(out, role.as_str());
    }
    if !descriptor.audience.is_empty() {
        out.push(b']');
    }
    if let Some(priority) = descriptor.priority {
        out.extend_from_slice(before);
        out.extend_from_slice(br#""priority":"#);
        out.extend_from_slice(priority.as_bytes());
        before = b",";
    }
    if before == b"," {
        out.push(b'}');
    }
}
